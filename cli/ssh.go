package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"anbar/app/operation/backup"
	"anbar/app/operation/backup/sftp"
	"anbar/config"

	"golang.org/x/term"
)

type backupKey struct {
	config.Storage
	config.SSH
}

// Run prints the public line of the SSH key, and makes the key when it is missing.
func (k *backupKey) Run(context.Context) error {
	line, err := backup.SSHSettings(k.Storage, k.SSH).LoadPublicLine()
	if err != nil {
		return err
	}
	_, err = fmt.Println(line)
	return err
}

type trustServer struct {
	config.Storage
	config.SSH
	Target      string `arg:"" help:"The target, as sftp://user@host/path." placeholder:"TARGET"`
	Fingerprint string `help:"Accept the host key with this fingerprint, SHA256:…, and no other; asked at a terminal when empty." placeholder:"SHA256"`
}

// Run shows the host key of a server, and accepts it when it is the one that is meant.
func (t *trustServer) Run(ctx context.Context) error {
	a, err := sftp.ParseAddress(t.Target)
	if err != nil {
		return usageError{err}
	}
	settings := backup.SSHSettings(t.Storage, t.SSH)
	shown, err := sftp.FetchHostKey(ctx, a, settings)
	if err != nil {
		return err
	}
	fmt.Printf("%s shows the host key %s (%s)\n", a.Endpoint(), shown.Fingerprint, shown.Type)
	if shown.IsKnown {
		_, err = fmt.Printf("It is accepted already, in %s.\n", settings.KnownHosts)
		return err
	}
	if len(shown.Others) > 0 {
		fmt.Printf("Until now another one is accepted: %s. Unless the administrator of the server says that it was exchanged, somebody "+
			"may stand between it and this machine.\n", strings.Join(shown.Others, ", "))
	}
	if err := t.confirm(shown); err != nil {
		return err
	}
	if err := shown.Accept(settings); err != nil {
		return err
	}
	_, err = fmt.Printf("It is accepted from now on, in %s.\n", settings.KnownHosts)
	return err
}

// confirm fails unless the key is the one that is meant.
func (t *trustServer) confirm(shown *sftp.HostKey) error {
	switch {
	case t.Fingerprint != "" && strings.TrimPrefix(t.Fingerprint, "SHA256:") == strings.TrimPrefix(shown.Fingerprint, "SHA256:"):
		return nil
	case t.Fingerprint != "":
		return fmt.Errorf("that is not %s; nothing is accepted", t.Fingerprint)
	case !term.IsTerminal(int(os.Stdin.Fd())):
		return errors.New("compare it with what the administrator of the server says, and name it with --fingerprint; nothing is accepted")
	}
	fmt.Print("Is that what \"ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub\" prints on the server? [y/N] ")
	answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
	if err != nil {
		return err
	}
	if !strings.EqualFold(strings.TrimSpace(answer), "y") {
		return errors.New("nothing is accepted")
	}
	return nil
}
