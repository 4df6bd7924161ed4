package workbook

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkChange changes one cell of 200,000, and then moves all of them.
func BenchmarkChange(b *testing.B) {
	var rows strings.Builder
	for n := 1; n <= 20_000; n++ {
		fmt.Fprintf(&rows, `<row r="%d" spans="1:10">`, n)
		for c := range 9 {
			fmt.Fprintf(&rows, `<c r="%c%d" s="0"><v>%d.5</v></c>`, 'A'+c, n, n*(c+1))
		}
		fmt.Fprintf(&rows, `<c r="J%d"><f>SUM(A%d:I%d)*$A$1</f><v>%d</v></c></row>`, n, n, n, n)
	}
	in := rich(b, s1, head+`<worksheet xmlns="`+mainS+`"><sheetData>`+rows.String()+`</sheetData></worksheet>`)
	for name, ops := range map[string]string{
		"cell": `{"op":"cells","sheet":"1","cells":[{"r":9,"c":1,"v":4,"s":{"bold":true}}]}`,
		"row":  `{"op":"insert","sheet":"1","axis":"rows","at":5,"count":1}`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := ApplyOps(src(in), strings.NewReader(`{"ops":[`+ops+`]}`), io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
