package app

import (
	"crypto/x509"
	"encoding/pem"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/server"
	"anbar/app/operation/console"

	"golang.org/x/sys/unix"
)

// healthState is what the console asks about the machine.
func (a *App) healthState() console.Health {
	return console.Health{Disk: a.diskSpace, Backup: a.backupState, Certificate: a.certificateEnd, Version: Version}
}

func (a *App) diskSpace() (total, free int64) {
	var s unix.Statfs_t
	if err := unix.Statfs(a.cfg.Data, &s); err != nil {
		a.log.Error("ask how much room the disk has", "dir", a.cfg.Data, "error", err)
		return 0, 0
	}
	return int64(s.Blocks) * s.Bsize, int64(s.Bavail) * s.Bsize
}

func (a *App) backupState() console.BackupState {
	if a.keeper == nil {
		return console.BackupState{}
	}
	s := a.keeper.Status()
	b := console.BackupState{
		On: true, Database: api.Time(s.Database), Contents: api.Time(s.Contents), Proven: api.Time(s.Proven), Failing: s.Kind != "",
		Problem: string(s.Kind), Target: s.Target, Pending: s.Pending, Lost: len(s.Lost), ReadBack: api.Time(s.ReadBack),
	}
	if !s.Proven.IsZero() {
		age := int64(time.Since(s.Proven) / time.Second)
		b.Age = &age
	}
	return b
}

// certificateEnd returns when the first public certificate ends; zero when there is none. Those
// of the own authority are renewed within hours and are not looked at.
func (a *App) certificateEnd() time.Time {
	var first time.Time
	if a.cfg.Mode() != string(server.ACME) {
		return first
	}
	err := filepath.WalkDir(a.cfg.Certificates(), func(path string, d fs.DirEntry, err error) error {
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
		a.log.Warn("look for the end of the certificate", "error", err)
	}
	return first
}
