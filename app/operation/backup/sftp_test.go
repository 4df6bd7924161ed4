package backup

import (
	"os"
	"path/filepath"
	"testing"

	"anbar/app/operation/backup/sftp/sftptest"
	"anbar/config"
)

// sshSettings accept the host key that a server has now.
func sshSettings(t *testing.T, s *sftptest.Server) config.SSH {
	t.Helper()
	dir := t.TempDir()
	c := config.SSH{BackupSSHKnownHosts: filepath.Join(dir, "known_hosts")}
	if err := os.WriteFile(c.BackupSSHKnownHosts, []byte(s.KnownHosts()), 0o600); err != nil {
		t.Fatal(err)
	}
	return c
}

// openServer opens a target at a server, with a key of a data directory of its own.
func openServer(t *testing.T, s *sftptest.Server, path string) Target {
	t.Helper()
	target, err := OpenTarget(t.Context(), s.Address(path), config.Storage{Data: t.TempDir()}, config.Remote{SSH: sshSettings(t, s)})
	if err != nil {
		t.Fatal(err)
	}
	return target
}

func TestATargetOverSSHKeepsTheContract(t *testing.T) {
	t.Parallel()
	for name, faults := range map[string]sftptest.Faults{"all extensions": {}, "no extensions": {Plain: true}} {
		t.Run(name, func(t *testing.T) {
			s := sftptest.Start(t)
			s.Break(faults)
			contract(t, openServer(t, s, "of/anbar"))
			if open, made := s.Connections(); open != 1 || made != 1 || s.IsAskedForMore() {
				t.Errorf("%d connections, %d were made; asked for more than files: %v", open, made, s.IsAskedForMore())
			}
		})
	}
}

// TestADriveComesBackOverSSH copies, while the server is silent for a moment, and brings everything back.
func TestADriveComesBackOverSSH(t *testing.T) {
	t.Parallel()
	for name, faults := range map[string]sftptest.Faults{"all extensions": {}, "no extensions": {Plain: true}} {
		t.Run(name, func(t *testing.T) {
			s := sftptest.Start(t)
			s.Break(faults)
			bringBack(t, openServer(t, s, "kept"), openServer(t, s, "~once"), func(down bool) {
				broken := faults
				broken.Silent = down
				s.Break(broken)
				if !down {
					s.Cut()
				}
			})
			if s.IsAskedForMore() {
				t.Error("more than files was asked for")
			}
		})
	}
}
