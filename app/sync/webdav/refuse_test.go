package webdav

import (
	"strings"
	"testing"

	"anbar/app/base/fence"
)

// TestAFencedMachineSaysWhy it takes no changes: it cannot know, or it knows that another machine took over.
func TestAFencedMachineSaysWhy(t *testing.T) {
	late, replaced := fence.New(), fence.New()
	replaced.Replace("another machine took over")
	for word, f := range map[string]*fence.Fence{"Try again": late, "Another server": replaced} {
		no := toDavError(f.Check())
		if no == nil || no.status != 503 || !strings.Contains(no.message("en"), word) || no.message("fa") == no.message("en") {
			t.Errorf("%v is answered with %+v", f.Check(), no)
		}
	}
}
