package archive

import (
	"errors"
	"fmt"
	"testing"

	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

// TestAllPartsTogetherHaveABound: lists take room on the disk, and what parts say of each other is in memory.
func TestAllPartsTogetherHaveABound(t *testing.T) {
	dec := decoders(t)
	who := limits.Owner{Person: 1}
	var many []file
	for i := range 50 {
		name := fmt.Sprintf("IMG_%d.jpg", i)
		many = append(many, file{"Takeout/Google Photos/A/" + name, "x"}, file{"Takeout/Google Photos/A/" + name + ".json", said(name, 1)},
			file{"files/files/" + name, "x"}, file{"files/files_versions/" + name + ".v1600000000", "x"})
	}
	plain := func() (source.Source, *archiveSet) {
		p := NewPlain(dec, who, []Part{tarred(t, many...), tarred(t, many...), tarred(t, many...)})
		return p, p.archiveSet
	}
	takeout := func() (source.Source, *archiveSet) {
		s := NewTakeout(dec, who, []Part{tarred(t, many...)})
		return s, s.archiveSet
	}
	migration := func() (source.Source, *archiveSet) {
		s := NewMigration(dec, who, []Part{tarred(t, many...)})
		return s, s.archiveSet
	}
	for name, c := range map[string]struct {
		make         func() (source.Source, *archiveSet)
		listed, held int64
		fine         bool
	}{
		"as large as may be": {plain, limits.UnpackListing, 0, true},
		"lists":              {plain, 30_000, 0, false},
		"photos":             {takeout, limits.UnpackListing, 10_000, false},
		"few photos":         {takeout, limits.UnpackListing, 100_000, true},
		"versions":           {migration, limits.UnpackListing, 20_000, false},
		"few versions":       {migration, limits.UnpackListing, 100_000, true},
	} {
		s, of := c.make()
		of.listBudget.limit, of.memBudget.limit = c.listed, c.held
		var err error
		for next := ""; err == nil; {
			var p *source.Page
			if p, err = s.List(t.Context(), next); err == nil {
				if next = p.Next; next == "" {
					break
				}
			}
		}
		if fine := err == nil; fine != c.fine || !fine && !errors.Is(err, fault.ImportArchiveTooLarge) {
			t.Errorf("%s: %v, lists of %d, %d held", name, err, of.listBudget.used, of.memBudget.used)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
