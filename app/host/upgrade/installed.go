package upgrade

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"anbar/db"
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
	if r.isOpen() {
		if ended, err := w.settle(ctx, r); ended || err != nil {
			return w.leave(r, err)
		}
	}
	changed, err := w.setAside(ctx)
	if err != nil {
		return err
	}
	if !changed {
		w.Say("The service is restarted with the program that is installed.")
		return errors.Join(w.Service.restart(ctx), removeIfThere(w.before()))
	}
	if r, err = w.try(ctx); err != nil {
		return w.nameCommand(err)
	}
	return w.exchange(ctx, r)
}

// leave removes the program that was kept, unless the package has to be configured once more.
func (w *work) leave(r *Record, err error) error {
	if r.isOpen() {
		return err
	}
	return errors.Join(err, removeIfThere(w.before()))
}

// nameCommand adds to the reason why the program of the package is not in use how it can be used. That program is asked, as the old one
// may not know the command.
func (w *work) nameCommand(reason error) error {
	what, flag := "try it again", ""
	if errors.Is(reason, errDifferences) {
		what, flag = "use it all the same", " --accept-differences"
	}
	return fmt.Errorf("%w. The program of the package is %s; to %s: %s upgrade --package%s --program %s --data %s", reason, w.fresh(), what,
		w.fresh(), flag, w.program, w.Storage.Data)
}

// settle ends an upgrade that was interrupted: one of this package, which dpkg repeats, or an earlier one. It reports whether the program
// of the package was in use or has had its turn, so that nothing else is to be done.
func (w *work) settle(ctx context.Context, r *Record) (ended bool, err error) {
	now, e1 := sumFile(w.program)
	kept, e2 := w.sumKept()
	previous, e3 := sumFile(w.previous())
	if err := errors.Join(e1, e2); err != nil || e3 != nil && !errors.Is(e3, fs.ErrNotExist) {
		return false, errors.Join(err, e3)
	}
	w.Say(fmt.Sprintf("An upgrade to version %s was interrupted (%s); it is finished or undone first.", r.To.Version, r.Phase))
	if now == r.To.Sum || r.Phase == RollingBack && now == r.From.Sum {
		if previous != r.From.Sum && kept == r.From.Sum { // the package brought the program that had not been swapped yet
			err = w.link(w.before(), w.previous())
		}
		if err == nil {
			err = w.resume(ctx, r)
		}
		if err == nil && r.Phase == RolledBack {
			err = ErrRolledBack
		}
		return true, err
	}
	if kept == r.To.Sum || r.Phase == RollingBack && kept == r.From.Sum {
		if _, err := w.setAside(ctx); err != nil {
			return false, err
		}
	}
	if err = w.resume(ctx, r); errors.Is(err, ErrRolledBack) {
		err = nil // the program of the package is tried all the same
	}
	return false, err
}

// sumKept is the sum of the program that the package kept; empty when there is none.
func (w *work) sumKept() (string, error) {
	sum, err := sumFile(w.before())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return sum, err
}

// setAside gives the name back to the old program and reports whether there is a new one beside it. Done already, it does nothing.
func (w *work) setAside(ctx context.Context) (bool, error) {
	now, e1 := sumFile(w.program)
	kept, e2 := w.sumKept()
	if err := errors.Join(e1, e2); err != nil {
		return false, err
	}
	if kept == "" {
		_, err := os.Stat(w.fresh())
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		return err == nil, err
	}
	if kept == now {
		return false, nil
	}
	if may, err := w.mayReturn(ctx); !may || err != nil {
		return false, err
	}
	return true, errors.Join(w.link(w.program, w.fresh()), w.rename(w.before(), w.program))
}

// mayReturn reports whether the program that the package kept can read the database. It cannot when the machine began anew with the
// program of the package before that was configured.
func (w *work) mayReturn(ctx context.Context) (may bool, err error) {
	old, err := inspect(ctx, w.before(), w.owner)
	if err != nil || old.Schema == 0 {
		return true, nil // the trial says what is wrong with it
	}
	err = w.owner.act(func() error {
		schema, err := db.SchemaOfFile(ctx, w.Storage.Database())
		if may = schema <= old.Schema; !may {
			w.Say("The new program has served already, and brought the database to its schema.")
		}
		return err
	})
	return may, err
}
