package host

import (
	"context"
	"fmt"
	"os"

	"anbar/config"
)

// isFenced reports whether a drive takes changes only while it holds its lease: also one whose setting was removed, until its backup target
// was told.
func isFenced(cfg *config.Serve) bool {
	_, err := os.Stat(cfg.FenceMarker())
	return cfg.BackupFenced || err == nil
}

// CheckFence refuses to serve a drive that its backup target believes fenced, where that target is not named: another machine could take
// over and this one would not know.
func CheckFence(cfg *config.Serve) error {
	if cfg.BackupTo != "" || !isFenced(cfg) {
		return nil
	}
	return fmt.Errorf("another machine may take over this drive, which only its backup target knows: name it with --backup-to. If no "+
		"other machine will, remove %s", cfg.FenceMarker())
}

// IsReplaced reports whether another machine took over.
func (b *Backup) IsReplaced() bool {
	return b.Fence.Check() != nil && b.Runner != nil && b.Runner.Lease().Ended
}

// EndLease lets another machine take over without waiting, after the last copy.
func (b *Backup) EndLease() error {
	if b.Runner == nil {
		return nil
	}
	return b.Runner.EndLease(context.Background())
}
