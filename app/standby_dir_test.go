package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"anbar/config"
)

// TestADirectoryOfAStandbyGetsNoDatabase keeps commands from making what would keep it from being promoted.
func TestADirectoryOfAStandbyGetsNoDatabase(t *testing.T) {
	s := config.Storage{Data: t.TempDir()}
	if err := checkNoStandby(s); err != nil {
		t.Error(err)
	}
	name := standbyStatePath(s)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := checkNoStandby(s); err != nil {
		t.Error("before a standby served:", err)
	}
	if err := os.WriteFile(name, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := checkNoStandby(s); err == nil || !strings.Contains(err.Error(), "anbar promote") {
		t.Error(err)
	}
	if err := os.WriteFile(s.Database(), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := checkNoStandby(s); err != nil {
		t.Error("after it was promoted:", err)
	}
}
