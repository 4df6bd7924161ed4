package charset

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"os"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

var known = map[Encoding]encoding.Encoding{
	GB18030: simplifiedchinese.GB18030, Big5: traditionalchinese.Big5, ShiftJIS: japanese.ShiftJIS, EUCJP: japanese.EUCJP,
	EUCKR: korean.EUCKR,
}

// letterOf is the one letter that x/text reads in bytes; 0 when it is none or several.
func letterOf(t *testing.T, e Encoding, b ...byte) rune {
	t.Helper()
	out, err := known[e].NewDecoder().Bytes(b)
	if err != nil {
		t.Fatal(err)
	}
	if r, n := utf8.DecodeRune(out); n == len(out) && r != utf8.RuneError {
		return r
	}
	return 0
}

// TestPairs compares the table with x/text. GOLDEN=1 writes it.
func TestPairs(t *testing.T) {
	n := len(pairEncodings) * grid
	raw := make([]byte, 3*n)
	for table, e := range pairEncodings {
		for lead := range leads {
			for trail := range trails {
				r := letterOf(t, e, byte(lead+leads), byte(trail))
				at := table*grid + lead*trails + trail
				binary.LittleEndian.PutUint16(raw[2*at:], uint16(r))
				raw[2*n+at] = byte(r >> 16)
			}
		}
	}
	if os.Getenv("GOLDEN") != "" {
		var b bytes.Buffer
		w, err := flate.NewWriter(&b, flate.BestCompression)
		if err == nil {
			_, err = w.Write(raw)
		}
		if err == nil {
			err = w.Close()
		}
		if err == nil {
			err = os.WriteFile("pairs.flate", b.Bytes(), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	for at, r := range loadTables().letters {
		if want := rune(binary.LittleEndian.Uint16(raw[2*at:])) | rune(raw[2*n+at])<<16; r != want {
			t.Fatalf("%s %x: %q, want %q", pairEncodings[at/grid], at%grid+leads*trails, r, want)
		}
	}
}

// TestFourBytes compares what GB18030 writes with four bytes, but for letters of private use.
func TestFourBytes(t *testing.T) {
	const all = 4 * 10 * 126 * 10
	for n := range all {
		b := []byte{byte(0x81 + n/12600), byte('0' + n/1260%10), byte(0x81 + n/10%126), byte('0' + n%10)}
		want := letterOf(t, GB18030, b...)
		if got := Decode(b, GB18030); want != 0 && !unicode.Is(unicode.Co, want) && got != string(want) {
			t.Fatalf("%x: %q, want %q", b, got, want)
		}
	}
	if got := Decode([]byte{0x95, 0x32, 0x82, 0x36}, GB18030); got != "𠀀" {
		t.Errorf("the second plane: %q", got)
	}
}

// TestWhole compares whole texts, also such as are cut or damaged.
func TestWhole(t *testing.T) {
	for e, text := range map[Encoding]string{
		GB18030: "我们的国家 abc سلام", Big5: "我們的國家 abc", ShiftJIS: "これは日本語ﾃｷｽﾄ abc", EUCJP: "これは日本語 ｱ", EUCKR: "한국어 문장",
	} {
		b, err := known[e].NewEncoder().Bytes([]byte(text))
		if err != nil {
			t.Fatal(e, err)
		}
		if got := Decode(b, e); got != text {
			t.Errorf("%s: %q, want %q", e, got, text)
		}
		for n := range b {
			if got := Decode(b[:n], e); !utf8.ValidString(got) {
				t.Errorf("%s: cut after %d: %q", e, n, got)
			}
		}
		if got := Decode([]byte("\xff\x20\x80\xffa"), e); !utf8.ValidString(got) || got[len(got)-1] != 'a' {
			t.Errorf("%s: damaged: %q", e, got)
		}
	}
}
