package boxes

import (
	"testing"
	"time"
)

func TestStampsOfFileNames(t *testing.T) {
	late := time.Date(2026, 11, 21, 21, 48, 0, 0, time.UTC)
	if got := formatTimestamp(late, "fa"); got != "۱۴۰۵-۰۹-۰۱ ۰۱-۱۸" {
		t.Error(got)
	}
	if got := formatTimestamp(late, "en"); got != "2026-11-22 01-18" {
		t.Error(got)
	}
}
