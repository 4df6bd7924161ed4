package child

import (
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"testing"
)

// TestEachProcessorHasTheSameNames, because only one of them is compiled here.
func TestEachProcessorHasTheSameNames(t *testing.T) {
	var want []string
	for _, file := range []string{"lock_amd64.go", "lock_arm64.go"} {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		names := slices.Sorted(maps.Keys(f.Scope.Objects))
		if want == nil {
			want = names
		}
		if len(names) == 0 || !slices.Equal(names, want) {
			t.Errorf("%s has %v and not %v", file, names, want)
		}
	}
}
