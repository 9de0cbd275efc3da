public import Foundation

// The Core Foundation types in the signatures, as the Foundation classes that Apple bridges them to.

/// Any object.
public typealias CFTypeRef = AnyObject
/// A string.
public typealias CFString = NSString
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A dictionary that can be changed.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array.
public typealias CFArray = NSArray
/// An array that can be changed.
public typealias CFMutableArray = NSMutableArray
/// Bytes.
public typealias CFData = NSData
/// Bytes that can be changed.
public typealias CFMutableData = NSMutableData
/// A point in time.
public typealias CFDate = NSDate
/// A set.
public typealias CFSet = NSSet
/// A number.
public typealias CFNumber = NSNumber
/// A truth value; the same type as ``CFNumber`` here.
public typealias CFBoolean = NSNumber
/// The null object.
public typealias CFNull = NSNull
/// An error.
public typealias CFError = NSError
/// The domain of an error.
public typealias CFErrorDomain = NSString
/// An index or a count.
public typealias CFIndex = Int
/// The number that stands for a type of objects.
public typealias CFTypeID = UInt
/// Seconds since the first instant of 2001.
public typealias CFAbsoluteTime = Double
/// Flags.
public typealias CFOptionFlags = UInt
/// A hash.
public typealias CFHashCode = UInt
/// Four characters in a number.
public typealias FourCharCode = UInt32
/// Four characters in a number.
public typealias OSType = UInt32
