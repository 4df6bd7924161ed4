// Package charset reads text that may be in any encoding that people still have files in: it finds out which one that is, and
// decodes it. The viewers of the browser follow the same rule (ui/src/api/encoding.ts), and both are held to the cases of testdata.
package charset

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Encoding is how letters are written as bytes, by its label on the web. CP437 and CP720 have none there.
type Encoding string

// The encodings that are found by what a text looks like.
const (
	UTF8        Encoding = "utf-8"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1256 Encoding = "windows-1256"
	ISO8859x6   Encoding = "iso-8859-6"
	Windows1254 Encoding = "windows-1254"
	Windows1252 Encoding = "windows-1252"
	Windows1251 Encoding = "windows-1251"
	KOI8R       Encoding = "koi8-r"
	Windows1255 Encoding = "windows-1255"
	Windows1253 Encoding = "windows-1253"
	GB18030     Encoding = "gb18030"
	Big5        Encoding = "big5"
	ShiftJIS    Encoding = "shift_jis"
	EUCJP       Encoding = "euc-jp"
	EUCKR       Encoding = "euc-kr"

	CP437 Encoding = "cp437" // of DOS in the west
	CP720 Encoding = "cp720" // of DOS for Arabic
	CP866 Encoding = "ibm866"
)

// singleByte holds the encodings of one byte a letter.
var singleByte = map[Encoding]*charmap.Charmap{
	Windows1256: charmap.Windows1256, ISO8859x6: charmap.ISO8859_6, Windows1254: charmap.Windows1254, Windows1252: charmap.Windows1252,
	Windows1251: charmap.Windows1251, KOI8R: charmap.KOI8R, Windows1255: charmap.Windows1255, Windows1253: charmap.Windows1253,
	CP437: charmap.CodePage437, CP866: charmap.CodePage866,
	"windows-1250": charmap.Windows1250, "windows-1257": charmap.Windows1257, "windows-1258": charmap.Windows1258,
	"windows-874": charmap.Windows874, "iso-8859-2": charmap.ISO8859_2, "iso-8859-5": charmap.ISO8859_5, "iso-8859-7": charmap.ISO8859_7,
	"iso-8859-15": charmap.ISO8859_15, "koi8-u": charmap.KOI8U, "cp850": charmap.CodePage850, "macintosh": charmap.Macintosh,
}

// cp720 has what the code page of DOS for Arabic writes beyond ASCII; U+FFFD where it writes nothing.
var cp720 = []rune("\ufffd\ufffdéâ\ufffdà\ufffdçêëèïî\ufffd\ufffd\ufffd\ufffd\u0651\u0652ô¤ـûùءآأؤ£إئابةتثجحخدذرزسشص«»" +
	"░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
	"ضطظعغفµقكلمنهوىي≡\u064b\u064c\u064d\u064e\u064f\u0650≈°∙·√ⁿ²■\u00a0")

// aliases are other names of encodings, in mails, pages and files of XML.
var aliases = map[string]Encoding{
	"utf8": UTF8, "us-ascii": Windows1252, "ascii": Windows1252, "iso-8859-1": Windows1252, "latin1": Windows1252, "cp1252": Windows1252,
	"utf-16": UTF16LE, "unicode": UTF16LE, "cp1256": Windows1256, "windows1256": Windows1256, "arabic": ISO8859x6, "cp1251": Windows1251,
	"koi8": KOI8R, "iso-8859-8": Windows1255, "iso-8859-8-i": Windows1255, "cp1255": Windows1255, "iso-8859-9": Windows1254,
	"latin5": Windows1254, "cp1254": Windows1254, "cp1253": Windows1253, "greek": "iso-8859-7", "gbk": GB18030, "gb2312": GB18030,
	"cp936": GB18030, "x-gbk": GB18030, "hz-gb-2312": GB18030, "big5-hkscs": Big5, "cp950": Big5, "x-sjis": ShiftJIS, "sjis": ShiftJIS,
	"shift-jis": ShiftJIS, "windows-31j": ShiftJIS, "cp932": ShiftJIS, "ms_kanji": ShiftJIS, "x-euc-jp": EUCJP, "ks_c_5601-1987": EUCKR,
	"ksc5601": EUCKR, "cp949": EUCKR, "uhc": EUCKR, "windows-949": EUCKR, "cp866": CP866, "ibm720": CP720, "ibm437": CP437,
	"cp1250": "windows-1250", "latin2": "iso-8859-2", "latin-9": "iso-8859-15", "ibm850": "cp850", "x-mac-roman": "macintosh",
}

var codePages = map[int]Encoding{
	437: CP437, 720: CP720, 850: "cp850", 866: CP866, 874: "windows-874", 932: ShiftJIS, 936: GB18030, 949: EUCKR, 950: Big5,
	1250: "windows-1250", 1251: Windows1251, 1252: Windows1252, 1253: Windows1253, 1254: Windows1254, 1255: Windows1255,
	1256: Windows1256, 1257: "windows-1257", 1258: "windows-1258", 10000: "macintosh", 20866: KOI8R, 28591: Windows1252,
	28596: ISO8859x6, 54936: GB18030, 65001: UTF8,
}

// ByLabel returns the encoding that a document names; false when nobody here knows it.
func ByLabel(label string) (Encoding, bool) {
	label = strings.ToLower(strings.TrimSpace(label))
	if e, ok := aliases[label]; ok {
		return e, true
	}
	e := Encoding(label)
	return e, e.isKnown()
}

// ByCodePage returns the encoding that Windows has a number for.
func ByCodePage(number int) (Encoding, bool) {
	e, ok := codePages[number]
	return e, ok
}

func (e Encoding) isKnown() bool {
	return e == UTF8 || e == UTF16LE || e == UTF16BE || e == CP720 || singleByte[e] != nil || isPairEncoding(e)
}

// Decode returns the text of bytes. What is no letter in their encoding becomes U+FFFD.
func Decode(b []byte, e Encoding) string {
	switch {
	case e == UTF8 || !e.isKnown():
		return strings.ToValidUTF8(strings.TrimPrefix(string(b), "\ufeff"), string(utf8.RuneError))
	case e == UTF16LE:
		return decodeWith(b, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM))
	case e == UTF16BE:
		return decodeWith(b, unicode.UTF16(unicode.BigEndian, unicode.UseBOM))
	case e == CP720:
		return decode720(b)
	case isPairEncoding(e):
		return decodePairs(b, e)
	}
	return decodeWith(b, singleByte[e])
}

func decodeWith(b []byte, e encoding.Encoding) string {
	all, err := e.NewDecoder().Bytes(b)
	if err != nil { // bytes that are none in it become signs, and are no error: nothing else happens in memory
		return strings.ToValidUTF8(string(b), string(utf8.RuneError))
	}
	return string(all)
}

func decode720(b []byte) string {
	var all strings.Builder
	for _, c := range b {
		if c < utf8.RuneSelf {
			all.WriteByte(c)
		} else {
			all.WriteRune(cp720[c-utf8.RuneSelf])
		}
	}
	return all.String()
}
