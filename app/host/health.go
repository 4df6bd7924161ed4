package host

import (
	"crypto/x509"
	"encoding/pem"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"anbar/app/base/server"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
	"anbar/blobstore"
	"anbar/config"

	"golang.org/x/sys/unix"
)

// NewHealth is what the console asks about the machine.
func NewHealth(cfg *config.Serve, b *Backup, away *backup.AwayReader, blobs *blobstore.Store, tier *Tier) console.Health {
	m := &monitor{cfg, b.log}
	return console.Health{
		Disk: m.diskSpace, Backup: b.State, Drill: b.DrillTrouble, Version: b.version,
		Restore:     func() *console.RestoreState { return restoreState(away, blobs) },
		Tier:        tier.State,
		Certificate: func() time.Time { return CertificateEnd(cfg, b.log) },
	}
}

type monitor struct {
	cfg *config.Serve
	log *slog.Logger
}

func (m *monitor) diskSpace() (total, free int64) {
	var s unix.Statfs_t
	if err := unix.Statfs(m.cfg.Data, &s); err != nil {
		m.log.Error("ask how much room the disk has", "dir", m.cfg.Data, "error", err)
		return 0, 0
	}
	return int64(s.Blocks) * s.Bsize, int64(s.Bavail) * s.Bsize
}

// CertificateEnd returns when the first public certificate ends; zero when there is none. Those
// of the own authority are renewed within hours and are not looked at.
func CertificateEnd(cfg *config.Serve, log *slog.Logger) time.Time {
	var first time.Time
	if cfg.Mode() != string(server.ACME) {
		return first
	}
	err := filepath.WalkDir(cfg.Certificates(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".crt") || !strings.Contains(path, "acme") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		block, _ := pem.Decode(raw)
		if block == nil {
			return nil
		}
		c, err := x509.ParseCertificate(block.Bytes)
		if err == nil && !c.IsCA && (first.IsZero() || c.NotAfter.Before(first)) {
			first = c.NotAfter
		}
		return nil
	})
	if err != nil {
		log.Warn("look for the end of the certificate", "error", err)
	}
	return first
}
