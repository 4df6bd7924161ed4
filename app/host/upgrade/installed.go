package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// before is the program that a package found and kept.
func (p *place) before() string { return p.program + ".before" }

// RunInstalled does the same for a package, which has put the new program in the place of the old one already: the old one has the name
// again until the new one was rehearsed. Where that fails it keeps it, and the new one stays beside it. The program comes with the
// package, so its signature is the package's.
func RunInstalled(ctx context.Context, o Options) error {
	w, err := newWork(o)
	if err != nil {
		return err
	}
	release, err := w.lock()
	if err != nil {
		return err
	}
	return errors.Join(w.runInstalled(ctx), release())
}

func (w *work) runInstalled(ctx context.Context) error {
	w.packaged = true
	r, err := w.load()
	if err != nil {
		return err
	}
	if r.isOpen() { // dpkg repeats what was interrupted
		return errors.Join(w.resume(ctx, r), removeIfThere(w.before()))
	}
	changed, err := w.setAside()
	if err != nil {
		return err
	}
	if !changed {
		w.Say("The program is the one that was installed; it is restarted.")
		return errors.Join(w.Service.restart(ctx), removeIfThere(w.before()))
	}
	if r, err = w.try(ctx); err != nil {
		return fmt.Errorf("%w. The program of the package is %s; to use it all the same: anbar upgrade --unsigned --accept-differences %s "+
			"--data %s", err, w.fresh(), w.fresh(), w.Storage.Data)
	}
	return errors.Join(w.exchange(ctx, r), removeIfThere(w.before()))
}

// setAside gives the name back to the old program and reports whether there is a new one.
func (w *work) setAside() (bool, error) {
	old, err := sumFile(w.before())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	now, e := sumFile(w.program)
	if err = errors.Join(err, e); err != nil {
		return false, err
	}
	if now != old {
		return true, errors.Join(w.link(w.program, w.fresh()), w.link(w.before(), w.program))
	}
	_, err = os.Stat(w.fresh()) // set aside by a call that was interrupted
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
