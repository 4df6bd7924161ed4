package sheet

import (
	"errors"
	"strings"
	"testing"

	"anbar/decode/refusal"
)

// TestSheetsThatAreFilledToTheirEnd: rows that have nothing but a look are no rows of a sheet, wherever its end is.
func TestSheetsThatAreFilledToTheirEnd(t *testing.T) {
	row := func(repeat, inner string) string {
		return `<table:table-row table:number-rows-repeated="` + repeat + `">` + inner + `</table:table-row>`
	}
	const words = `<table:table-cell><text:p>x</text:p></table:table-cell>`
	const empty = `<table:table-cell table:style-name="ce1" table:number-columns-repeated="4"/>`
	for name, c := range map[string]struct {
		rows string
		want int
	}{
		"one row to the end":         {row("11", words) + row("1048565", empty), 11},
		"and the last one alone":     {row("11", words) + row("1048564", empty) + row("1", empty), 11},
		"and the last ones in two":   {row("11", words) + row("1048000", empty) + row("500", empty) + row("65", empty), 11},
		"words behind what fills it": {row("11", words) + row("2000", empty) + row("1", words), 2012},
		"a look behind those words":  {row("2000", empty) + row("1", words) + row("3", empty), 2004},
		"few rows with a look":       {row("11", words) + row("9", empty), 20},
		"more words than rows fit":   {row("1048576", words), 1048576},
		"a number that is no end":    {row("11", words) + row("99999999999", empty) + row("2", empty), 11},
		"no words":                   {row("1048575", empty) + row("1", empty), 0},
	} {
		in := pack(t, "content.xml", `<office:document-content><office:automatic-styles><style:style style:name="ce1" `+
			`style:family="table-cell"><style:table-cell-properties fo:background-color="#ff0000"/></style:style>`+
			`</office:automatic-styles><office:body><office:spreadsheet><table:table table:name="a">`+c.rows+
			`</table:table></office:spreadsheet></office:body></office:document-content>`)
		got, err := read(in, PageRequest{Rows: 5})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if total := max(got.Total, len(got.Rows)); total != c.want {
			t.Errorf("%s: %d rows, want %d", name, total, c.want)
		}
	}
}

func TestLockedWorkbooksAreSaidToBe(t *testing.T) {
	list := `<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry>`
	_, err := read(pack(t, "META-INF/manifest.xml", list, "content.xml", strings.Repeat("\x93\xff", 50)), PageRequest{})
	var bar *refusal.Error
	if !errors.As(err, &bar) || bar.Code != refusal.Encrypted {
		t.Error(err)
	}
	_, err = read(pack(t, "META-INF/manifest.xml", "<manifest/>", "content.xml", strings.Repeat("\x93\xff", 50)), PageRequest{})
	if !errors.Is(err, ErrUnreadable) || errors.As(err, &bar) && err == error(bar) {
		t.Error(err)
	}
}
