import Foundation
import XCTest

/// The memory of another process of this user when it was read.
///
/// Everything but files that are mapped to be read, and pages that nobody may touch.
struct ProcessMemory {
    private struct Mapping {
        /// The rights and the name, as in `/proc/PID/maps`.
        let name: String
        let content: [UInt8]
    }

    private let mappings: [Mapping]

    /// Reads the memory of a process that stands still.
    ///
    /// Skips the test where the system does not permit that, and under a sanitizer, whose maps have
    /// terabytes.
    init(of identifier: Int32) throws {
        let directory = "/proc/\(identifier)"
        // Not `String(contentsOfFile:)`, which takes the first page of such a file for all of it.
        guard let maps = try FileHandle(forReadingAtPath: directory + "/maps")?.readToEnd() else {
            throw XCTSkip("this system does not show the maps of another process")
        }
        let lines = maps.split(separator: UInt8(ascii: "\n")).compactMap { MapLine($0) }
            .filter { $0.isOfData }
        let byteCount = lines.reduce(0) { $0 + $1.byteCount }
        guard byteCount < 2 << 30 else {
            throw XCTSkip("a sanitizer's \(byteCount) bytes are too many to read")
        }
        let descriptor = unsafe open(directory + "/mem", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw XCTSkip("this system does not permit to read the memory of a child: errno \(errno)")
        }
        defer { close(descriptor) }
        mappings = lines.map { line in
            Mapping(name: line.name, content: Self.content(of: line, descriptor))
        }
        guard mappings.contains(where: { $0.content.contains { byte in byte != 0 } }) else {
            throw XCTSkip("this system does not permit to read the memory of a child")
        }
    }

    private static func content(of line: MapLine, _ descriptor: Int32) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: line.byteCount) { buffer, count in
            while count < buffer.count, let start = buffer.baseAddress {
                let place = off_t(line.start) + off_t(count)
                let got = unsafe pread(descriptor, start + count, min(1 << 20, buffer.count - count), place)
                guard got > 0 else { break }
                count += got
            }
        }
    }

    /// The names of the mappings that each of these runs of 16 bytes is in, once for each time.
    func places(of runs: Set<[UInt8]>) -> [[UInt8]: [String]] {
        var places: [[UInt8]: [String]] = [:]
        for mapping in mappings {
            Self.search(mapping.content, runs) { places[$0, default: []].append(mapping.name) }
        }
        return places
    }

    private static func search(_ content: [UInt8], _ runs: Set<[UInt8]>, _ found: ([UInt8]) -> Void) {
        let zeros = [UInt8](repeating: 0, count: 4096)
        unsafe content.withUnsafeBytes { content in
            guard let start = content.baseAddress else { return }
            for page in stride(from: 0, to: content.count, by: zeros.count)
            where unsafe memcmp(start + page, zeros, min(zeros.count, content.count - page)) != 0 {
                let end = unsafe start + min(page + zeros.count, content.count - 15)
                for run in runs {
                    var place = unsafe start + page
                    while unsafe place < end, let hit = unsafe memchr(place, Int32(run[0]), end - place) {
                        if unsafe memcmp(hit, run, 16) == 0 { found(run) }
                        unsafe place = UnsafeRawPointer(hit) + 1
                    }
                }
            }
        }
    }
}

/// A line of `/proc/PID/maps`: `start-end rights offset device inode name`.
private struct MapLine {
    let start: UInt
    let byteCount: Int
    private let rights: Substring
    private let file: Substring

    init?(_ line: Data) {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 5)
        let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
        guard words.count >= 5, ends.count == 2 else { return nil }
        (start, byteCount, rights) = (ends[0], Int(ends[1] - ends[0]), words[1])
        file = words.count == 6 ? Substring(words[5].drop { $0 == " " }) : ""
    }

    var name: String { file.isEmpty ? "\(rights)" : "\(rights) \(file)" }

    /// True if a program may have written there; what the kernel shows of itself is left out.
    var isOfData: Bool {
        rights.hasPrefix("r") && !file.hasPrefix("[v") && (rights.contains("w") || !file.hasPrefix("/"))
    }
}
