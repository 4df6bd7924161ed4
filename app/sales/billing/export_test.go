package billing

import "testing"

func TestNoCellIsAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+98912": "'+98912", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t=1", "  =1": "'  =1", "\r=1": "'\r=1",
		"Sara": "Sara", "شرکت": "شرکت", "": "", "a=b": "a=b", "a@b.example": "a@b.example", "   ": "   ",
	} {
		if got := escapeFormula(cell); got != want {
			t.Errorf("%q became %q, want %q", cell, got, want)
		}
	}
}
