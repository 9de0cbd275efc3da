extension String {
    /// The cells of a terminal that the text takes up.
    var cellCount: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.cellCount }
    }
}

extension Character {
    /// Two for emoji and the writing of East Asia; none for what only marks the character before it.
    var cellCount: Int {
        if unicodeScalars.contains(where: \.isWide) { return 2 }
        return unicodeScalars.count {
            ![.nonspacingMark, .enclosingMark].contains($0.properties.generalCategory)
        }
    }
}

extension Unicode.Scalar {
    /// True for the wide characters of Unicode's annex 11.
    fileprivate var isWide: Bool {
        value >= 0x1100 && (properties.isEmojiPresentation || Self.wide.contains { $0 ~= value })
    }

    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff,
        0x1aff0...0x1b2fb, 0x1f200...0x1f265, 0x20000...0x3fffd,
    ]
}
