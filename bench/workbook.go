package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/decode"
)

// measureWorkbooks measures how soon a change of one cell of a workbook with 200,000 cells is there, and the memory that the
// decoder takes beyond that for a small one.
func (r *run) measureWorkbooks() error {
	dir, err := r.newDirectory("workbooks")
	if err != nil {
		return err
	}
	large, err := newEditableWorkbook(20_000)
	if err != nil {
		return err
	}
	small, err := newEditableWorkbook(1)
	if err != nil {
		return err
	}
	ctx, who := context.Background(), limits.Owner{Person: 1}
	ops := toDecode([]byte(`{"ops":[{"op":"cells","sheet":"1","cells":[{"r":0,"c":1,"v":4,"s":{"bold":true}}]}]}`), 2)
	move := toDecode([]byte(`{"ops":[{"op":"insert","sheet":"1","axis":"rows","at":5,"count":1}]}`), 3)
	var took, moved []time.Duration
	var grown []int64
	for range rounds {
		d := decode.New(dir, slog.New(slog.DiscardHandler))
		save := func(in []byte, ops decode.Content) (time.Duration, error) {
			var out bytes.Buffer
			began := time.Now()
			err := d.Merge(ctx, who, decode.EditCells, toDecode(in, 1), []decode.Content{ops}, &out)
			return time.Since(began), err
		}
		_, err := save(small, ops)
		before, err2 := decoderPeak()
		one, err3 := save(large, ops)
		after, err4 := decoderPeak()
		other, err5 := save(large, move)
		if err := errors.Join(err, err2, err3, err4, err5, d.Close()); err != nil {
			return err
		}
		took, moved, grown = append(took, one), append(moved, other), append(grown, after-before)
	}
	r.addAtMost("a changed cell of a workbook with 200,000 cells, saved by a decoder, s", median(took).Seconds(), 0.5,
		"%d KiB, slowest %.2f s; a row inserted %.2f s", len(large)>>10, slices.Max(took).Seconds(), median(moved).Seconds())
	r.addAtMost("the same: memory of the decoder beyond a workbook of ten cells, MiB", float64(slices.Max(grown))/mib, 100, "at most")
	return nil
}

// newEditableWorkbook is an xlsx of that many rows with ten cells each, every tenth a formula.
func newEditableWorkbook(rows int) ([]byte, error) {
	var cells strings.Builder
	for n := 1; n <= rows; n++ {
		fmt.Fprintf(&cells, `<row r="%d" spans="1:10">`, n)
		for c := range 9 {
			fmt.Fprintf(&cells, `<c r="%c%d" s="0"><v>%d.5</v></c>`, 'A'+c, n, n*(c+1))
		}
		fmt.Fprintf(&cells, `<c r="J%d"><f>SUM(A%d:I%d)*$A$1</f><v>%d</v></c></row>`, n, n, n, n)
	}
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	return zipParts(
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"></Types>`,
		"_rels/.rels", `<Relationships xmlns="p"><Relationship Id="a" Type="`+office+`/officeDocument" Target="xl/workbook.xml"/>`+
			`</Relationships>`,
		"xl/workbook.xml", `<workbook xmlns:r="`+office+`"><sheets><sheet name="a" sheetId="1" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships xmlns="p"><Relationship Id="a" Type="`+office+`/worksheet" `+
			`Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+cells.String()+"</sheetData></worksheet>")
}
