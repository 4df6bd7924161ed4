package stories

import (
	"archive/zip"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"anbar/stories/testdata/hostile"

	"github.com/pquerna/otp/hotp"
	"github.com/rogpeppe/go-internal/testscript"
)

// texts returns the text messages to a number, oldest first, that the story has
// not seen.
func (s *story) texts(number string) ([]string, error) {
	d, err := sql.Open("sqlite", "file:"+filepath.Join(s.dir, "anbar.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		return nil, err
	}
	rows, err := d.Query("SELECT text FROM messages WHERE channel = 'sms' AND recipient = ? ORDER BY id", number)
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	var all []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, errors.Join(err, d.Close())
		}
		all = append(all, text)
	}
	fresh := all[min(s.read[number], len(all)):]
	s.read[number] = len(all)
	return fresh, errors.Join(rows.Err(), d.Close())
}

func (s *story) texted(ts *testscript.TestScript, args []string) error {
	fresh, err := s.texts(args[0])
	if err != nil || len(fresh) == 0 {
		return fmt.Errorf("no text message to %s: %w", args[0], err)
	}
	last := fresh[len(fresh)-1]
	found := regexp.MustCompile(args[1]).FindStringSubmatch(last)
	if found == nil {
		return fmt.Errorf("no %q in %q", args[1], last)
	}
	if len(args) > 2 {
		ts.Setenv(args[2], found[len(found)-1])
	}
	return nil
}

func (s *story) untexted(_ *testscript.TestScript, args []string) error {
	fresh, err := s.texts(args[0])
	if err == nil && len(fresh) > 0 {
		err = fmt.Errorf("%d text messages to %s, the newest is %q", len(fresh), args[0], fresh[len(fresh)-1])
	}
	return err
}

func (s *story) hostile(ts *testscript.TestScript, args []string) error {
	for _, d := range hostile.All() {
		if d.Name == args[0] {
			return os.WriteFile(ts.MkAbs(args[1]), d.Make(), 0o600)
		}
	}
	return fmt.Errorf("no document %s", args[0])
}

// pack packs files of the story as a zip: "pack NAME PART=FILE …", where PART is the path within it.
func (s *story) pack(ts *testscript.TestScript, args []string) error {
	f, err := os.Create(ts.MkAbs(args[0]))
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for _, arg := range args[1:] {
		part, file, _ := strings.Cut(arg, "=")
		w, err := z.Create(part)
		if err == nil {
			_, err = io.WriteString(w, ts.ReadFile(file))
		}
		if err != nil {
			return err
		}
	}
	return z.Close()
}

// authenticator is an app that makes codes, with a clock that is wrong by some
// time steps.
func (s *story) authenticator(ts *testscript.TestScript, args []string) error {
	wrong, err := strconv.ParseInt(args[2], 10, 64)
	if err != nil {
		return err
	}
	code, err := hotp.GenerateCode(args[1], uint64(time.Now().Unix()/30+wrong))
	ts.Setenv(args[0], code)
	ts.Setenv(args[0]+"_persian", strings.Map(func(r rune) rune { return r - '0' + '۰' }, code))
	return err
}
