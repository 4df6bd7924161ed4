package stories

import (
	"errors"
	"strings"
	"syscall"
	"time"
)

// strike breaks the main machine or a line of it, and returns what ends that.
func (p *promotion) strike() (wake func()) {
	p.t.Helper()
	p.separated = time.Now()
	switch p.plan.Fault {
	case "none":
		p.lossless = true
		return func() {}
	case "stop":
		p.main.signal(syscall.SIGSTOP)
		return func() { p.main.signal(syscall.SIGCONT) }
	case "kill":
		p.main.stop(syscall.SIGKILL)
		return p.startAgain
	case "shut down":
		p.main.stop(syscall.SIGTERM)
		p.lossless = true
		return p.startAgain
	case "cut from the engine":
		return p.lan.cut("main", "engine")
	case "the engine's answers are lost":
		return p.lan.lose("engine", "main")
	case "cut from the clients":
		p.lossless = true
		return p.lan.cut("main", "clients")
	case "cut from everything":
		return p.lan.unplug("main")
	case "the engine pauses":
		p.pauseEngine(0, 2*p.plan.For)
		return func() {}
	}
	panic("no such fault: " + p.plan.Fault)
}

// startAgain starts the main machine, which was ended.
func (p *promotion) startAgain() {
	if err := p.main.run("serve", "--backup-to", copiesTo, "--backup-fenced"); err != nil {
		p.t.Error("the old machine does not start:", err)
	}
}

// pauseEngine stops the engine after a time, for a time.
func (p *promotion) pauseEngine(after, length time.Duration) {
	p.calls.Go(func() {
		time.Sleep(after)
		err := p.engine.Process.Signal(syscall.SIGSTOP)
		time.Sleep(length)
		if err = errors.Join(err, p.engine.Process.Signal(syscall.SIGCONT)); err != nil {
			p.t.Error(err)
		}
	})
}

// promote has the second machine take over, with what else goes wrong, until people can write there.
func (p *promotion) promote() {
	p.t.Helper()
	p.promoted = time.Now()
	switch p.plan.Side {
	case "cut from the engine":
		p.calls.Go(func() {
			time.Sleep(p.plan.At)
			heal := p.lan.cut("second", "engine")
			time.Sleep(p.plan.For)
			heal()
		})
	case "the engine pauses":
		p.pauseEngine(p.plan.At, p.plan.For)
	case "kill the promotion":
		p.calls.Go(func() {
			time.Sleep(p.plan.At)
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.took.IsZero() {
				p.second.signal(syscall.SIGKILL)
			}
		})
	}
	tries := 0
	p.await("the second machine takes over", 2*time.Minute, func() error {
		tries++
		err := p.second.run("promote", "--from", copiesTo)
		if err == nil {
			err = p.awaitAck(20 * time.Second)
		}
		return err
	})
	p.t.Logf("promoted in %.1f s, %d tries", time.Since(p.promoted).Seconds(), tries)
	said := p.main.said.String()
	if strings.Contains(said, "did not reach the backup target") || strings.Contains(said, "still on their way to the backup target") {
		p.lossless = false // and it says so
	}
	if strings.Contains(p.second.said.String(), "it copied what it had taken") {
		p.lossless = true
	}
}

// awaitAck waits until the second machine acknowledged something, or ended.
func (p *promotion) awaitAck(most time.Duration) error {
	ended := make(chan error, 1)
	p.second.mu.Lock()
	cmd := p.second.cmd
	p.second.mu.Unlock()
	go func() { ended <- cmd.Wait() }()
	select {
	case <-p.tookOver:
	case <-ended:
		return errors.New("it ended")
	case <-time.After(most):
		p.second.signal(syscall.SIGKILL)
		<-ended
		return errors.New("it serves, and takes no changes")
	}
	select {
	case <-ended: // it was killed in that moment
		return errors.New("it ended")
	case <-time.After(100 * time.Millisecond):
		return nil
	}
}
