package uploads

import (
	"slices"
	"testing"
)

func TestWhatABoxTakes(t *testing.T) {
	for _, c := range []struct {
		given, kept []string
	}{
		{nil, []string{}}, {[]string{".PDF", " pdf ", "image"}, []string{"pdf", "image"}}, {[]string{"tar.gz"}, nil}, {[]string{""}, nil},
		{[]string{"."}, nil}, {[]string{"a/b"}, nil}, {[]string{"*"}, nil},
		{[]string{"image/png"}, nil}, {[]string{"waytoolongforanending"}, nil}, {[]string{"a\u202eb"}, nil},
		{make([]string, maxTypes+1), nil},
	} {
		kept, f := NormalizeTypes(c.given)
		if (f == nil) != (c.kept != nil) || f == nil && !slices.Equal(kept, c.kept) {
			t.Errorf("%q: %q, %v", c.given, kept, f)
		}
	}
	for _, c := range []struct {
		ending string
		want   bool
	}{{"pdf", true}, {"jpg", true}, {"svg", true}, {"", false}, {"exe", false}, {"image", false}, {"docx", false}} {
		if isTypeAllowed([]string{"pdf", "image"}, c.ending) != c.want {
			t.Errorf("%q is allowed: %v", c.ending, !c.want)
		}
	}
}

func TestContentsAreWhatTheirNamesSay(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	exe := "MZ\x90\x00\x03\x00\x00\x00\x04\x00"
	elf := "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\x3e\x00"
	lnk := "L\x00\x00\x00\x01\x14\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00F"
	ole := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + string(make([]byte, 600))
	zipped := "PK\x03\x04\x14\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x05\x00\x00\x00a.txtx"
	for _, c := range []struct {
		ending, head string
		want         bool
	}{
		{"pdf", "%PDF-1.4\n", true}, {"pdf", exe, false}, {"pdf", "hello", false}, {"pdf", png, false}, {"pdf", "<html><script>", false},
		{"pdf", exe + "%PDF-1.4", false},
		{"png", png, true}, {"jpg", png, false}, {"png", "", false}, {"jpg", "\xff\xd8\xff\xe0", true}, {"gif", "GIF89a", true},
		{"gif", "GIF8", false},
		{"txt", "hello", true}, {"txt", exe, false}, {"txt", elf, false}, {"txt", "#!/bin/sh\nrm", true}, {"csv", "", true},
		{"dwg", "AC1032", true}, {"dwg", exe, false}, {"unknown", lnk, false},
		{"exe", exe, true}, {"bin", elf, true}, {"lnk", lnk, true}, {"docx", zipped, true}, {"zip", zipped, true}, {"docx", ole, false},
		{"doc", ole, true}, {"doc", zipped, false},
	} {
		if matchesExtension(c.ending, []byte(c.head)) != c.want {
			t.Errorf(".%s with %.20q fits: %v", c.ending, c.head, !c.want)
		}
	}
}
