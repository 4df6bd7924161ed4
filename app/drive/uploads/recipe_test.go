package uploads

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
)

func appendCopy(b []byte, from uint64, length uint32) []byte {
	b = binary.LittleEndian.AppendUint64(append(b, opCopy), from)
	return binary.LittleEndian.AppendUint32(b, length)
}

func appendLiteral(b []byte, p string) []byte {
	return append(binary.LittleEndian.AppendUint32(append(b, opLiteral), uint32(len(p))), p...)
}

func TestARecipeMakesTheBytesItDescribes(t *testing.T) {
	base := make([]byte, 20_000)
	for i := range base {
		base[i] = byte(i * 7 / 3)
	}
	recipe := appendCopy(nil, 8000, 5000)
	recipe = appendLiteral(recipe, "new")
	recipe = appendCopy(recipe, 0, 4096)
	recipe = appendCopy(recipe, 15_904, 4096)
	want := bytes.Join([][]byte{base[8000:13_000], []byte("new"), base[:4096], base[15_904:]}, nil)

	if total, err := measureRecipe(recipe, 20_000); err != nil || total != int64(len(want)) {
		t.Fatalf("%d bytes, want %d: %v", total, len(want), err)
	}
	r := &recipeReader{rest: recipe, base: bytes.NewReader(base), size: 20_000}
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d other bytes: %v", len(got), err)
	}
	// The disk has less than the list of contents says.
	r = &recipeReader{rest: recipe, base: bytes.NewReader(base[:12_000]), size: 20_000}
	if _, err := io.ReadAll(r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a base that ends early: %v", err)
	}
}

func TestAWrongRecipeIsRefusedWhole(t *testing.T) {
	good := appendCopy(nil, 0, 4096)
	for name, test := range map[string]struct {
		recipe []byte
		want   *fault.Fault
	}{
		"an operation that is none":     {append([]byte{3}, good...), fault.InvalidRecipe},
		"behind a good one":             {append(bytes.Clone(good), 0), fault.InvalidRecipe},
		"half a copy":                   {good[:12], fault.InvalidRecipe},
		"half the head of a literal":    {[]byte{opLiteral, 1, 0}, fault.InvalidRecipe},
		"a literal without its bytes":   {[]byte{opLiteral, 2, 0, 0, 0, 'a'}, fault.InvalidRecipe},
		"a literal of nothing":          {appendLiteral(nil, ""), fault.InvalidRecipe},
		"a copy of nothing":             {appendCopy(nil, 0, 0), fault.InvalidRecipe},
		"a copy that is too short":      {appendCopy(nil, 0, 4095), fault.InvalidRecipe},
		"a copy that ends too late":     {appendCopy(nil, 15_905, 4096), fault.InvalidRecipe},
		"a copy from behind the end":    {appendCopy(nil, 20_000, 4096), fault.InvalidRecipe},
		"a copy from where none counts": {appendCopy(nil, 1<<64-4000, 4096), fault.InvalidRecipe},
		"a copy longer than the base":   {appendCopy(nil, 0, 20_001), fault.InvalidRecipe},
		"more than one call fills":      {bytes.Repeat(appendCopy(nil, 0, 20_000), limits.RecipeFills/20_000+1), fault.RecipeTooLarge},
	} {
		if _, err := measureRecipe(test.recipe, 20_000); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// FuzzRecipe: what is measured is what is read, without a panic, and no byte comes from outside the base.
func FuzzRecipe(f *testing.F) {
	f.Add(appendLiteral(appendCopy(nil, 100, 5000), "abc"), uint16(6000))
	f.Add(appendCopy(nil, 0, 4096), uint16(4095))
	f.Add([]byte{opCopy}, uint16(0))
	f.Fuzz(func(t *testing.T, recipe []byte, size uint16) {
		total, err := measureRecipe(recipe, int64(size))
		if err != nil {
			return
		}
		r := &recipeReader{rest: recipe, base: bytes.NewReader(make([]byte, size)), size: int64(size)}
		if n, err := io.Copy(io.Discard, r); err != nil || n != total {
			t.Errorf("%d bytes, measured %d: %v", n, total, err)
		}
	})
}
