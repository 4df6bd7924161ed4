package stories

import (
	"strings"
	"testing"
)

func TestTwoDevicesHaveTheSame(t *testing.T) {
	eachClient(t, func(t *testing.T, w *syncWorld) {
		a, b := w.client(), w.client()
		a.write("گزارش‌های سال/می‌روم.txt", "سلام")
		a.write("one.txt", "one")
		a.write("big.bin", strings.Repeat("0123456789abcdef", 1<<20))
		a.write("a/b/c/deep.txt", "deep")
		out := a.sync()
		b.sync()
		same(t, a, b)
		if t.Failed() {
			t.Log(out)
			for _, r := range w.requests() {
				t.Log(r)
			}
		}
	})
}
