package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"anbar/app/operation/backup"

	"golang.org/x/term"
)

// offerRestore asks a person at a terminal whether copies that are at the backup target are to be restored, where the data
// directory is new. Without a terminal nothing is asked: the appliance then says in its log, and on the page of the set-up,
// that they are there, and writes nothing to the target.
func (s *serve) offerRestore(ctx context.Context) error {
	if s.BackupTo == "" || !term.IsTerminal(int(os.Stdin.Fd())) {
		return nil
	}
	if _, err := os.Stat(s.Database()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	t, err := backup.OpenTarget(ctx, s.BackupTo, s.Storage, s.Remote)
	if err != nil {
		return err
	}
	all, err := backup.ListEpochs(ctx, t, nil)
	if err != nil { // the appliance says the same again and again, and writes nothing there
		_, err = fmt.Fprintf(os.Stderr, "It cannot be seen what the backup target holds: %v\n", err)
		return err
	}
	for i := len(all) - 1; i >= 0; i-- {
		e := &all[i]
		if e.Until.IsZero() {
			continue
		}
		fmt.Printf("%s holds copies of %q up to %s, and %s is new.\nBring them back? [y/N] ", t, e.Name,
			e.Until.Local().Format(time.RFC3339), s.Data)
		answer, err := bufio.NewReader(os.Stdin).ReadString('\n')
		if err != nil {
			return err
		}
		if !strings.EqualFold(strings.TrimSpace(answer), "y") {
			return nil
		}
		r := restore{Storage: s.Storage, From: []string{s.BackupTo}, Remote: s.Remote}
		done, err := r.restoreData(ctx)
		if err != nil {
			return err
		}
		return r.prove(ctx, done)
	}
	return nil
}
