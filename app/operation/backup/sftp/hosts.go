package sftp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/knownhosts"
)

// UnknownHostError refuses a server whose host key nobody accepted yet.
type UnknownHostError struct {
	Address           *Address
	Type, Fingerprint string // of the key that the server showed
	Command           string // that accepts it
}

// Error implements error.
func (e *UnknownHostError) Error() string {
	return fmt.Sprintf("the SSH server %s is not known: it shows the host key %s (%s). Compare that with what its administrator says "+
		"(ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub prints it there), and accept it with: %s",
		e.Address.Endpoint(), e.Fingerprint, e.Type, e.Command)
}

// ChangedHostError refuses a server that shows another host key than the one that was accepted.
type ChangedHostError struct {
	Address           *Address
	Type, Fingerprint string   // of the key that the server showed
	Command           string   // that accepts it
	Known             []string // fingerprints of the accepted ones
	File              string   // where they stand
}

// Error implements error.
func (e *ChangedHostError) Error() string {
	return fmt.Sprintf("the SSH server %s shows another host key than before: %s (%s), and %s was accepted in %s. Somebody may stand "+
		"between it and this machine and read along; nothing was sent. Only if its administrator says that the key was exchanged, "+
		"run: %s", e.Address.Endpoint(), e.Fingerprint, e.Type, e.Known[0], e.File, e.Command)
}

// algorithms are how hosts may prove their key, in the order in which a new one is asked: the first is what people compare.
var algorithms = []string{
	ssh.KeyAlgoED25519, ssh.KeyAlgoECDSA256, ssh.KeyAlgoECDSA384, ssh.KeyAlgoECDSA521, ssh.KeyAlgoRSASHA512, ssh.KeyAlgoRSASHA256,
}

// hostKeys are the accepted keys.
type hostKeys struct {
	settings Settings
	check    ssh.HostKeyCallback
}

func (s Settings) loadHostKeys() (*hostKeys, error) {
	h := &hostKeys{settings: s}
	var err error
	if h.check, err = knownhosts.New(s.KnownHosts); errors.Is(err, fs.ErrNotExist) {
		h.check, err = knownhosts.New()
	}
	if err != nil {
		return nil, fmt.Errorf("read the accepted host keys: %w", err)
	}
	return h, nil
}

// find returns the keys that are accepted for a server.
func (h *hostKeys) find(a *Address) []knownhosts.KnownKey {
	err := h.check(a.Endpoint(), &net.TCPAddr{}, noKey{}) // the only way to ask for them
	if known := (*knownhosts.KeyError)(nil); errors.As(err, &known) {
		return known.Want
	}
	return nil
}

// noKey is a key that no server has.
type noKey struct{ ssh.PublicKey }

// Type implements ssh.PublicKey.
func (noKey) Type() string { return "none" }

// Marshal implements ssh.PublicKey.
func (noKey) Marshal() []byte { return nil }

// listAlgorithms returns how the server may prove its key. A server has keys of several types, and has to show the one that is accepted.
func (h *hostKeys) listAlgorithms(a *Address) []string {
	known := h.find(a)
	if len(known) == 0 {
		return algorithms
	}
	return slices.DeleteFunc(slices.Clone(algorithms), func(name string) bool {
		return !slices.ContainsFunc(known, func(k knownhosts.KnownKey) bool {
			return k.Key.Type() == name || k.Key.Type() == ssh.KeyAlgoRSA && (name == ssh.KeyAlgoRSASHA512 || name == ssh.KeyAlgoRSASHA256)
		})
	})
}

// explain makes of a refusal by the file one that says what to do.
func (h *hostKeys) explain(a *Address, key ssh.PublicKey, err error) error {
	refused := (*knownhosts.KeyError)(nil)
	if !errors.As(err, &refused) {
		return err
	}
	print := ssh.FingerprintSHA256(key)
	command := h.settings.formatTrust(a, print)
	if len(refused.Want) == 0 {
		return &UnknownHostError{Address: a, Type: key.Type(), Fingerprint: print, Command: command}
	}
	changed := &ChangedHostError{Address: a, Type: key.Type(), Fingerprint: print, Command: command, File: h.settings.KnownHosts}
	for _, k := range refused.Want {
		changed.Known = append(changed.Known, ssh.FingerprintSHA256(k.Key))
	}
	return changed
}

// HostKey is what a server showed.
type HostKey struct {
	Address     *Address
	Fingerprint string
	Type        string
	IsKnown     bool     // it is accepted already
	Others      []string // fingerprints of other keys that are accepted for the server, and whose place this one would take

	key ssh.PublicKey
}

var errSeen = errors.New("the key was seen")

// FetchHostKey asks a server for its host key, without signing in.
func FetchHostKey(ctx context.Context, a *Address, s Settings) (*HostKey, error) {
	known, err := s.loadHostKeys()
	if err != nil {
		return nil, err
	}
	shown := &HostKey{Address: a}
	config := &ssh.ClientConfig{User: a.User, HostKeyAlgorithms: algorithms}
	config.HostKeyCallback = func(_ string, _ net.Addr, key ssh.PublicKey) error {
		shown.key = key
		return errSeen
	}
	conn, err := dialServer(ctx, a)
	if err != nil {
		return nil, err
	}
	_, _, _, err = ssh.NewClientConn(conn, a.Endpoint(), config)
	if err = errors.Join(err, closeQuietly(conn)); !errors.Is(err, errSeen) {
		return nil, fmt.Errorf("ask %s for its host key: %w", a.Endpoint(), err)
	}
	shown.Type, shown.Fingerprint = shown.key.Type(), ssh.FingerprintSHA256(shown.key)
	for _, k := range known.find(a) {
		if bytes.Equal(k.Key.Marshal(), shown.key.Marshal()) {
			shown.IsKnown = true
		} else {
			shown.Others = append(shown.Others, ssh.FingerprintSHA256(k.Key))
		}
	}
	return shown, nil
}

// dropHost returns a line of accepted keys without a server, and empty when it is for no other one. Where a pattern stands for the server
// it is excepted. The keys of those who certify hosts stay.
func dropHost(line []byte, name string) []byte {
	all := strings.Fields(string(line))
	switch {
	case strings.HasPrefix(all[0], "@"):
		return line
	case strings.HasPrefix(all[0], "|"): // the hash of one server
		return nil
	}
	hosts := slices.DeleteFunc(strings.Split(all[0], ","), func(h string) bool { return strings.EqualFold(knownhosts.Normalize(h), name) })
	if !slices.ContainsFunc(hosts, func(h string) bool { return !strings.HasPrefix(h, "!") }) {
		return nil
	}
	if slices.ContainsFunc(hosts, func(h string) bool { return strings.ContainsAny(h, "*?") }) {
		hosts = append(hosts, "!"+name)
	}
	return []byte(strings.Join(append([]string{strings.Join(hosts, ",")}, all[1:]...), " "))
}

// Accept trusts the key from now on, in place of others that the file has for the server.
func (k *HostKey) Accept(s Settings) error {
	known, err := s.loadHostKeys()
	if err != nil {
		return err
	}
	old, err := os.ReadFile(s.KnownHosts)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	lines := bytes.Split(bytes.TrimRight(old, "\n"), []byte("\n"))
	for _, other := range known.find(k.Address) {
		lines[other.Line-1] = dropHost(lines[other.Line-1], knownhosts.Normalize(k.Address.Endpoint()))
	}
	lines = append(lines, []byte(knownhosts.Line([]string{k.Address.Endpoint()}, k.key)))
	lines = slices.DeleteFunc(lines, func(line []byte) bool { return len(line) == 0 })
	dir := filepath.Dir(s.KnownHosts)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		if err := errors.Join(os.MkdirAll(dir, 0o700), inheritOwner(dir)); err != nil {
			return err
		}
	}
	temporary := s.KnownHosts + ".new"
	if err := os.WriteFile(temporary, append(bytes.Join(lines, []byte("\n")), '\n'), 0o600); err != nil {
		return err
	}
	return errors.Join(inheritOwner(temporary), os.Rename(temporary, s.KnownHosts))
}
