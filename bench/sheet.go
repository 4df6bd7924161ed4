package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/decode"
	"anbar/decode/sheet"
)

// measureSheets measures how soon the first rows of a large workbook are there, with a decoder that has to start, and the
// memory that it takes beyond that of a small one.
func (r *run) measureSheets() error {
	dir, err := r.newDirectory("sheets")
	if err != nil {
		return err
	}
	large, err := newWorkbook(10_000)
	if err != nil {
		return err
	}
	small, err := newWorkbook(1)
	if err != nil {
		return err
	}
	ctx, who, want := context.Background(), limits.Owner{Person: 1}, sheet.PageRequest{Sheet: 1, First: 1, Rows: 250}
	var took []time.Duration
	var grown []int64
	for range rounds {
		d := decode.New(dir, slog.New(slog.DiscardHandler))
		if _, err := d.ReadSheetPage(ctx, who, toDecode(small, 1), want); err != nil {
			return errors.Join(err, d.Close())
		}
		before, err := decoderPeak()
		if err != nil {
			return errors.Join(err, d.Close())
		}
		if _, err := d.ReadSheetPage(ctx, who, toDecode(large, 1), want); err != nil {
			return errors.Join(err, d.Close())
		}
		after, err := decoderPeak()
		if err := errors.Join(err, d.Close()); err != nil {
			return err
		}
		grown = append(grown, after-before)
		d = decode.New(dir, slog.New(slog.DiscardHandler))
		began := time.Now()
		b, err := d.ReadSheetPage(ctx, who, toDecode(large, 1), want)
		took = append(took, time.Since(began))
		var p sheet.Page
		if err := errors.Join(err, json.Unmarshal(b, &p), d.Close()); err != nil {
			return err
		}
		if len(p.Rows) != want.Rows {
			return fmt.Errorf("%d rows", len(p.Rows))
		}
	}
	r.addAtMost("the first 250 rows of a workbook with 100,000 cells, with the start of its decoder, s", median(took).Seconds(), 0.5,
		"%d KiB, slowest %.2f s", len(large)>>10, slices.Max(took).Seconds())
	r.addAtMost("the same: memory of the decoder beyond a workbook of ten cells, MiB", float64(slices.Max(grown))/mib, 60, "at most")
	return nil
}

// newWorkbook is an xlsx of that many rows with ten cells each: five texts and five numbers.
func newWorkbook(rows int) ([]byte, error) {
	var texts, cells strings.Builder
	for n := 1; n <= rows; n++ {
		fmt.Fprintf(&cells, `<row r="%d">`, n)
		for c := range 10 {
			name := string(rune('A' + c))
			if c%2 == 0 {
				fmt.Fprintf(&cells, `<c r="%s%d" t="s"><v>%d</v></c>`, name, n, (n-1)*5+c/2)
				fmt.Fprintf(&texts, "<si><t>متن %d از ردیف %d</t></si>", c, n)
			} else {
				fmt.Fprintf(&cells, `<c r="%s%d"><v>%d.5</v></c>`, name, n, n*c)
			}
		}
		cells.WriteString("</row>")
	}
	return zipParts(
		"xl/workbook.xml", `<workbook><sheets><sheet name="a" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/sharedStrings.xml", "<sst>"+texts.String()+"</sst>",
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+cells.String()+"</sheetData></worksheet>")
}

// zipParts is a package of names and contents.
func zipParts(parts ...string) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(parts); i += 2 {
		w, err := z.Create(parts[i])
		if err == nil {
			_, err = w.Write([]byte(parts[i+1]))
		}
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

// decoderPeak returns the most memory in bytes that one of this process's decoders has had.
func decoderPeak() (int64, error) {
	all, err := filepath.Glob("/proc/[0-9]*/status")
	if err != nil {
		return 0, err
	}
	most, own := int64(0), regexp.MustCompile(fmt.Sprintf(`(?m)^PPid:\s+%d$`, os.Getpid()))
	for _, path := range all {
		b, err := os.ReadFile(path)
		m := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(b)
		if err != nil || m == nil || !own.Match(b) { // it may be gone
			continue
		}
		n, err := strconv.ParseInt(string(m[1]), 10, 64)
		if err != nil {
			return 0, err
		}
		most = max(most, n<<10)
	}
	if most == 0 {
		return 0, errors.New("no decoder runs")
	}
	return most, nil
}
