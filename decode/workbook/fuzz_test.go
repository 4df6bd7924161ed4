package workbook

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"anbar/decode/refusal"
)

// FuzzApply checks that whatever a sheet, the styles and the operations are, the answer is a refusal or a valid workbook
// that can be changed again.
func FuzzApply(f *testing.F) {
	const cell = `{"op":"cells","sheet":"1","cells":[{"r":2,"c":0,"v":2.5,"s":{"bold":true,"border":{"top":{"style":"thin"}}}},` +
		`{"r":9,"c":9,"f":"A1+B2"}]}`
	for _, ops := range []string{
		cell, `{"op":"insert","sheet":"1","axis":"rows","at":3,"count":2},` + cell, `{"op":"delete","sheet":"1","axis":"cols",` +
			`"at":1,"count":2}`,
		`{"op":"merge","sheet":"1","range":[0,2,0,3]},{"op":"freeze","sheet":"1","rows":2,"cols":1},{"op":"width","sheet":"1",` +
			`"from":2,"to":5,"px":0}`,
		`{"op":"sheet-add","id":"7","name":"n","at":1},{"op":"sheet-rename","sheet":"1","name":"It's"},{"op":"sheet-delete","sheet":"4"}`,
	} {
		f.Add(bodyRich, styleBody, ops)
		f.Add(bodyTwo, styleBody, ops)
	}
	f.Add(`<x:worksheet xmlns:x="a"><x:sheetData/></x:worksheet>`, `<x:styleSheet xmlns:x="a"><x:fonts/></x:styleSheet>`, cell)
	f.Fuzz(func(t *testing.T, body, styles, ops string) {
		in := rich(t, s1, body, "xl/styles.xml", styles)
		out, err := apply(in, ops)
		if err != nil {
			var r *refusal.Error
			if !errors.As(err, &r) || !r.Code.IsKnown() {
				t.Fatalf("no refusal: %v", err)
			}
			return
		}
		if len(problems(in)) > 0 { // parts that are not touched stay as they are
			return
		}
		valid(t, out)
		var again bytes.Buffer
		if err := ApplyOps(src(out), strings.NewReader(`{"ops":[]}`), &again); err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
	})
}
