package upgrade

import (
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/host/rehearsal"
)

const (
	product     = "anbar" // the path of the module
	inspectTime = 30 * time.Second
	maxVersion  = 64 << 10
)

// inspect reads what a program is: first from its file, without running it.
func inspect(ctx context.Context, name string, owner *account) (*Program, error) {
	info, err := buildinfo.ReadFile(name)
	if err != nil || info.Main.Path != product {
		return nil, fmt.Errorf("%s is no program of Anbar, or did not arrive whole", name)
	}
	for _, s := range info.Settings {
		if s.Key == "GOARCH" && s.Value != runtime.GOARCH || s.Key == "GOOS" && s.Value != runtime.GOOS {
			return nil, fmt.Errorf("the program is for %s, and this machine is %s/%s", s.Value, runtime.GOOS, runtime.GOARCH)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, inspectTime)
	defer cancel()
	b, err := rehearsal.ReadOutput(ctx, maxVersion, owner.credential(), name, "version", "--json")
	if err != nil {
		return nil, fmt.Errorf("the program does not run here: %w", err)
	}
	var p Program
	if err := json.Unmarshal(b, &p); err != nil || p.Version == "" {
		return nil, fmt.Errorf("the program does not say which version it is: %q", b)
	}
	p.Sum, err = sumFile(name)
	return &p, err
}

var errSameVersion = errors.New("is installed already, though its file differs; a program that was built again needs a version of its own")

// errOlder is about versions of the same schema. A signature does not say that it is old: who keeps the releases, or answers in their
// place, could have one with known faults taken.
var errOlder = errors.New("is older than the one that is installed; to use it all the same, name its sum with --sha256, or go back with " +
	"\"anbar rollback\"")

// numbers are those of a version: 1.4.0 of v1.4.0-3-gabcdef; nil when there are none. What follows them has no order that is sure.
func numbers(version string) (all []int) {
	digits, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), "-")
	digits, _, _ = strings.Cut(digits, "+")
	for part := range strings.SplitSeq(digits, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	if len(all) < 2 { // the name of a commit may be all digits
		return nil
	}
	return all
}

func isOlder(version, than string) bool {
	a, b := numbers(version), numbers(than)
	return a != nil && b != nil && slices.Compare(a, b) < 0
}

// checkStep refuses a program that must not follow another one.
func checkStep(from, to *Program, known int64) error {
	switch {
	case from.Sum == to.Sum:
		return fmt.Errorf("version %s is installed already", to.Version)
	case to.Schema < max(from.Schema, known):
		has := fmt.Sprint(to.Schema)
		if to.Schema == 0 {
			has = "an older one than it can say"
		}
		return fmt.Errorf("version %s is older than the one that is installed: its schema is %s, and that of the installed one is %d; "+
			"an older program cannot read the database. \"anbar rollback\" goes back to the program before the last upgrade",
			to.Version, has, max(from.Schema, known))
	case from.Version == to.Version:
		return fmt.Errorf("version %s %w", to.Version, errSameVersion)
	case isOlder(to.Version, from.Version):
		return fmt.Errorf("version %s %w", to.Version, errOlder)
	}
	return nil
}
