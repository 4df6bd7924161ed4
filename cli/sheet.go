package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"anbar/app"
	"anbar/app/host"
	"anbar/app/operation/backup"
	"anbar/app/operation/backup/seal"
	"anbar/config"

	"golang.org/x/term"
)

type recoverySheet struct {
	config.Storage
	config.Backup
	Enter     string   `help:"Read a sheet from a file, or - for standard input, instead of making one: it counts from then on, or is noted as checked." placeholder:"FILE"`
	Page      string   `help:"Also write a page to be printed, in HTML, with the key in it." placeholder:"FILE"`
	Domain    []string `hidden:"" env:"ANBAR_DOMAIN"`
	PublicURL string   `hidden:"" name:"public-url" env:"ANBAR_PUBLIC_URL"`
}

// Run makes a recovery sheet, or reads one.
func (r *recoverySheet) Run(ctx context.Context) error {
	if err := checkData(r.Storage); err != nil {
		return err
	}
	ring := seal.OpenRing(r.Seal())
	if r.Enter != "" {
		return r.enterSheet(ctx, ring)
	}
	return r.makeSheet(ring)
}

// makeSheet prints a new sheet, and asks two of its groups back. It counts only then.
func (r *recoverySheet) makeSheet(ring *seal.Ring) error {
	sheet := seal.NewSheet()
	page := seal.Page{Sheet: sheet, Appliance: host.ApplianceName(r.Domain, r.PublicURL), Made: time.Now(), Target: r.BackupTo}
	if r.Page != "" {
		if err := writePage(r.Page, &page); err != nil {
			return err
		}
	}
	if err := page.WriteText(os.Stdout); err != nil {
		return err
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		fmt.Printf("\nThis sheet does not count yet. Keep it, and enter it: anbar backup sheet --enter FILE --data %s\n", r.Data)
		return nil
	}
	fmt.Print("\nPrint this, or copy it by hand. It is not shown again and stored nowhere. Press Enter when you have it.")
	in := bufio.NewReader(os.Stdin)
	if _, err := in.ReadString('\n'); err != nil {
		return err
	}
	fmt.Print("\033[H\033[2J\033[3J") // what was shown goes from the screen
	one, other := seal.PickGroups()
	for _, number := range []int{one, other} {
		if err := promptGroup(in, os.Stdout, sheet, number); err != nil {
			return err
		}
	}
	keys, err := sheet.Keys(time.Now())
	if err == nil {
		err = ring.Add(keys)
	}
	if err != nil {
		return err
	}
	return reportCurrent(sheet.ID())
}

func writePage(name string, page *seal.Page) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(page.WriteHTML(f), f.Close())
}

const groupTries = 3

// promptGroup asks a group of the sheet back.
func promptGroup(in *bufio.Reader, out io.Writer, sheet *seal.Sheet, number int) error {
	const groups = 3
	for range groupTries {
		fmt.Fprintf(out, "Group %d of line %d: ", number%groups+1, number/groups+1)
		typed, err := in.ReadString('\n')
		if err != nil {
			return err
		}
		if sheet.IsGroup(number, typed) {
			return nil
		}
		fmt.Fprintln(out, "That is not what the sheet says.")
	}
	return errors.New("the sheet does not count: what was typed is not on it. Run the command again, it makes another one")
}

// enterSheet reads a whole sheet. One that is known is noted as checked.
func (r *recoverySheet) enterSheet(ctx context.Context, ring *seal.Ring) error {
	sheet, err := readSheet(r.Enter)
	if err != nil {
		return err
	}
	keys, err := sheet.Keys(time.Now())
	if err != nil {
		return err
	}
	known, err := ring.Find(keys.ID)
	if err != nil {
		return err
	}
	name := seal.FormatID(keys.ID)
	if known != nil {
		current, err := ring.Current()
		if err != nil {
			return err
		}
		if current.ID != keys.ID {
			return fmt.Errorf("this is the recovery sheet %s, which is not the one that counts: that is %s. Find it, or make another one",
				name, seal.FormatID(current.ID))
		}
		if err := ring.Check(keys.ID, time.Now()); err != nil {
			return err
		}
		fmt.Printf("This is the recovery sheet %s. It is noted that you have it.\n", name)
		return nil
	}
	if r.BackupTo != "" {
		t, err := backup.OpenTarget(ctx, r.BackupTo, r.Storage, r.Remote)
		if err != nil {
			return err
		}
		used, err := backup.SheetOf(ctx, t)
		if err != nil {
			return err
		}
		if used == keys.ID {
			if err := ring.Enter(keys); err != nil {
				return err
			}
			fmt.Printf("The keys of the recovery sheet %s are back, with which the copies at %s are sealed.\n", name, t)
			return nil
		}
	}
	if err := ring.Add(keys); err != nil {
		return err
	}
	return reportCurrent(keys.ID)
}

func reportCurrent(id string) error {
	_, err := fmt.Printf("The recovery sheet %s counts from now on. A backup target that is empty is sealed with it; to seal what is at a "+
		"target already, run \"anbar backup reseal\".\n", seal.FormatID(id))
	return err
}

// readSheet reads a sheet from a file, or from standard input.
func readSheet(name string) (*seal.Sheet, error) {
	const enough = 64 << 10
	in := os.Stdin
	if name == "-" && term.IsTerminal(int(os.Stdin.Fd())) {
		return promptSheet(bufio.NewReader(os.Stdin), os.Stdout)
	}
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	b, err := io.ReadAll(io.LimitReader(in, enough))
	if err != nil {
		return nil, err
	}
	return seal.ParseSheet(string(b))
}

// promptSheet asks for the lines of a sheet, and for a wrong one again.
func promptSheet(in *bufio.Reader, out io.Writer) (*seal.Sheet, error) {
	lines := make([]string, seal.LineCount)
	for i := 0; ; {
		fmt.Fprintf(out, "Line %d of the recovery sheet: ", i+1)
		typed, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		lines[i] = strings.TrimSpace(typed)
		var wrong *seal.SheetError
		sheet, err := seal.ParseSheet(strings.Join(lines[:i+1], "\n"))
		switch {
		case err == nil:
			return sheet, nil
		case errors.As(err, &wrong) && wrong.Mistake == seal.MistakeMissing && i+1 < len(lines) && lines[i] != "":
			i++
		case errors.As(err, &wrong):
			fmt.Fprintln(out, wrong)
			if i = min(i, wrong.Line-1); wrong.Mistake == seal.MistakeMixed {
				i = 0 // any of them may be the wrong one
			}
		default:
			return nil, err
		}
	}
}

type resealCopies struct{ backupTarget }

// Run seals the copies at a target anew.
func (s *resealCopies) Run(ctx context.Context) error {
	return s.runCommand(ctx, "backup/reseal", func(a *app.App) error { return a.Commands.ResealCopies(ctx, os.Stdout, "") })
}
