package sftp

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"

	"golang.org/x/crypto/ssh"
)

// Settings say which key signs in, and which host keys are accepted.
type Settings struct {
	Key        string // file of the private key
	IsOwn      bool   // the key is the appliance's own, and made when it is missing
	KnownHosts string // file of the accepted host keys, as OpenSSH writes it; it need not exist
	Name       string // of the appliance, at the end of the public line
	Flags      string // of the commands of the program, with which they use the same files
}

// formatTrust is the command that accepts a host key.
func (s Settings) formatTrust(a *Address, fingerprint string) string {
	return strings.TrimSpace("anbar backup trust " + QuoteWord(a.String()) + " --fingerprint " + fingerprint + " " + s.Flags)
}

var plainWord = regexp.MustCompile(`^[\w@%+:,./~-][\w@%+=:,./~-]*$`) // zsh takes [ for a pattern, and a leading = for a command

// QuoteWord writes a text as one word of a shell.
func QuoteWord(s string) string {
	if plainWord.MatchString(s) && !strings.HasPrefix(s, "~") {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// LoadPublicLine returns the line that belongs into authorized_keys on the server. It makes the key when it is the appliance's own and
// missing.
func (s Settings) LoadPublicLine() (string, error) {
	signer, err := s.loadSigner()
	if err != nil {
		return "", err
	}
	return s.formatLine(signer.PublicKey()), nil
}

func (s Settings) formatLine(key ssh.PublicKey) string {
	name := strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return -1
		}
		return r
	}, s.Name)
	return strings.TrimSpace(strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key))) + " anbar@" + name)
}

func (s Settings) loadSigner() (ssh.Signer, error) {
	b, err := os.ReadFile(s.Key)
	if errors.Is(err, fs.ErrNotExist) && s.IsOwn {
		if err = s.makeKey(); err == nil {
			b, err = os.ReadFile(s.Key)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("read the SSH key of the backup: %w", err)
	}
	signer, err := ssh.ParsePrivateKey(b)
	if errors.As(err, new(*ssh.PassphraseMissingError)) {
		return nil, fmt.Errorf("the SSH key %s is locked with a passphrase, which nobody can type while the appliance copies: name one "+
			"without, or none and the appliance makes its own", s.Key)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no private SSH key: %w", s.Key, err)
	}
	return signer, nil
}

// makeKey writes a new key. Of several that do at a time one succeeds, and all use its key.
func (s Settings) makeKey() error {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return err
	}
	block, err := ssh.MarshalPrivateKey(key, "anbar")
	if err != nil {
		return err
	}
	dir := filepath.Dir(s.Key)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := errors.Join(os.MkdirAll(dir, 0o700), inheritOwner(dir)); err != nil {
			return err
		}
	}
	f, err := os.CreateTemp(dir, ".key-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(pem.EncodeToMemory(block))
	if err = errors.Join(err, inheritOwner(f.Name()), f.Sync(), f.Close()); err == nil {
		err = os.Link(f.Name(), s.Key)
	}
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return errors.Join(err, os.Remove(f.Name()))
}

// inheritOwner gives what root made in a directory to the account that owns that, which has to read it.
func inheritOwner(name string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	above, err := os.Stat(filepath.Dir(name))
	if err != nil {
		return err
	}
	owner := above.Sys().(*syscall.Stat_t)
	return os.Lchown(name, int(owner.Uid), int(owner.Gid))
}
