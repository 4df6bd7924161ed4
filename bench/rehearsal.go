package main

import (
	"fmt"
	"os/exec"
	"time"
)

// measureRehearsal is the time of a rehearsal with a million nodes, in which this program stands for the old one, too.
func (r *run) measureRehearsal() error {
	a, data, err := r.startWithTree("rehearsal")
	if err != nil {
		return err
	}
	begin := time.Now()
	out, err := exec.Command(program[0], "rehearse", "--data", data, "--old", program[0]).CombinedOutput()
	took := time.Since(begin)
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	r.addAtMost("rehearsal of an upgrade with 1,000,000 nodes beside the running server, s", took.Seconds(), 60,
		"both programs answer")
	return a.stop()
}
