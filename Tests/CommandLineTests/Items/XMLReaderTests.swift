import SecureStore
import XCTest

@testable import SecureStoreCLI

final class XMLReaderTests: XCTestCase {
    /// The events as one text, as in `<a b=c>text</a>`.
    private func read(_ text: String) throws -> String {
        var reader = try XMLReader(SecretBytes(utf8: text))
        var read = ""
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes):
                let values = try attributes.sorted { $0.key < $1.key }.map { key, value in
                    " \(key)=\(try reader.text(value).text())"
                }
                read += "<\(name)\(values.joined())>"
            case .text(let range): read += try reader.text(range).text()
            case .end(let name): read += "</\(name)>"
            }
        }
        return read
    }

    func test_read_ofWellFormedText_givesItsEvents() throws {
        let rows = [
            ("<?xml version=\"1.0\"?>\n<!-- a > b --><a>x<b/>y</a>\n", "<a>x<b></b>y</a>"),
            ("<a b='1' c = \"2\" ><d e=\"&lt;\"/></a >", "<a b=1 c=2><d e=<></d></a>"),
            ("<a>&lt;&amp;&gt;&quot;&apos;&#228;&#x1F511;</a>", "<a><&>\"'ä🔑</a>"), ("<a></a>", "<a></a>"),
        ]
        for (text, wanted) in rows { XCTAssertEqual(try read(text), wanted) }
    }

    func test_read_ofMalformedText_isRefused() {
        let rows = [
            "", " ", "a", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a/>x", "<a b></a>", "<a b=c/>",
            "<a b=\"c/>",
            "<a b=\"1\" b=\"2\"/>", "<a>&b;</a>", "<a>&lt</a>", "<a>&#0;</a>", "<a>&#xd800;</a>",
            "<a>&#-1;</a>",
            "<a>&#x110000;</a>", "<a>&;</a>", "<a>&#;</a>", "<a>&#+1;</a>", "<a><!-- </a>", "<?xml", "< a/>",
            "<a", "<a/",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<a><![CDATA[x]]></a>",
            String(repeating: "<a>", count: 65) + String(repeating: "</a>", count: 65),
            "<\(String(repeating: "a", count: 200))/>",
        ]
        for text in rows { XCTAssertThrowsError(try read(text), text) }
    }
}
