package stories

import (
	"errors"
	"os"
	"strings"

	"anbar/app/operation/backup/sftp/sftptest"

	"github.com/rogpeppe/go-internal/testscript"
)

// sshd starts a server with SSH, which lets nobody in; "sshd allow FILE" lets in whose line of authorized_keys is in the file, and
// "sshd rekey" gives it another host key.
func (s *story) sshd(ts *testscript.TestScript, args []string) error {
	switch {
	case len(args) == 0:
		s.ssh = sftptest.Start(s.t)
		s.ssh.Allow()
		ts.Setenv("SSHD", strings.TrimSuffix(s.ssh.Address("x"), "/x"))
	case args[0] == "allow":
		b, err := os.ReadFile(ts.MkAbs(args[1]))
		if err != nil {
			return err
		}
		s.ssh.Allow(string(b))
	case args[0] == "rekey":
		s.ssh.ChangeHostKey()
		s.ssh.Cut()
	default:
		return errors.New("sshd, sshd allow FILE or sshd rekey")
	}
	ts.Setenv("FINGERPRINT", s.ssh.Fingerprint())
	return nil
}
