// Package history records the calls of concurrent clients with their answers, and
// checks whether the calls are linearizable: whether one order of them explains every
// answer. Its models describe the product as a single client sees it.
package history

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
)

// Log is one history. It is safe for use by many clients.
type Log struct {
	start time.Time

	mu  sync.Mutex
	ops []porcupine.Operation
}

// NewLog begins a history.
func NewLog() *Log { return &Log{start: time.Now()} }

// Outcome says whether a call took effect, as far as its client knows.
type Outcome int

// Outcomes.
const (
	Answered Outcome = iota // by the product, with a decision
	Unknown                 // it may have taken effect, or may still do so until the end
	Unsent                  // it had no effect: it never arrived, or was refused
)

// Record runs call as an operation of the client and records it unless it is Unsent. out
// is only used when it is Answered.
func (l *Log) Record(client int, in any, call func() (out any, o Outcome)) {
	began := time.Since(l.start).Nanoseconds()
	out, o := call()
	ended := time.Since(l.start).Nanoseconds()
	op := porcupine.Operation{ClientId: client, Input: in, Call: began, Output: out, Return: ended}
	switch o {
	case Unsent:
		return
	case Unknown:
		op.Output, op.Return = nil, math.MaxInt64
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ops = append(l.ops, op)
}

// Len is the number of operations so far.
func (l *Log) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.ops)
}

// Until returns the history as it was at a moment: calls that began later are left out, and the outcome of those that ended later is
// unknown. It can be continued.
func (l *Log) Until(moment time.Time) *Log {
	l.mu.Lock()
	defer l.mu.Unlock()
	at := moment.Sub(l.start).Nanoseconds()
	cut := &Log{start: l.start}
	for _, o := range l.ops {
		if o.Call > at {
			continue
		}
		if o.Return > at {
			o.Output, o.Return = nil, math.MaxInt64
		}
		cut.ops = append(cut.ops, o)
	}
	return cut
}

// EndsAfter returns when calls were answered after a moment, in their order.
func (l *Log) EndsAfter(moment time.Time) []time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	var ends []time.Time
	for _, o := range l.ops {
		if at := l.start.Add(time.Duration(o.Return)); o.Return != math.MaxInt64 && at.After(moment) {
			ends = append(ends, at)
		}
	}
	slices.SortFunc(ends, time.Time.Compare)
	return ends
}

// Verdict is the result of Check: Ok, Illegal, or Unknown when patience ran out.
type Verdict = porcupine.CheckResult

// Check looks for an order of the history that the model explains. When there is none
// it writes an HTML page that shows the history to file, and returns an error with the
// first operation that the longest order cannot explain.
func (l *Log) Check(m porcupine.Model, patience time.Duration, file string) (Verdict, error) {
	l.mu.Lock()
	ops := splitUnknown(l.ops)
	l.mu.Unlock()
	v, info := porcupine.CheckOperationsVerbose(m, ops, patience)
	if v != porcupine.Illegal {
		return v, nil
	}
	if err := porcupine.VisualizePath(m, info, file); err != nil {
		return v, fmt.Errorf("write the page of a history: %w", err)
	}
	return v, fmt.Errorf("no order explains the history; %s shows it\n%s", file, describeConflict(m, ops, info))
}

// describeConflict describes the state that the longest order led to, and the operation that
// ended first of those that the order leaves out.
func describeConflict(m porcupine.Model, ops []porcupine.Operation, info porcupine.LinearizationInfo) string {
	var longest []porcupine.Operation
	for _, orders := range info.PartialLinearizationsOperations() {
		for _, o := range orders {
			if len(o) > len(longest) {
				longest = o
			}
		}
	}
	state := m.Init()
	in := map[porcupine.Operation]bool{}
	for _, o := range longest {
		_, state = m.Step(state, o.Input, o.Output)
		in[o] = true
	}
	slices.SortFunc(ops, func(a, b porcupine.Operation) int { return cmp.Compare(a.Return, b.Return) })
	var b strings.Builder
	fmt.Fprintf(&b, "%d of %d operations lead to %s, and then:", len(longest), len(ops), m.DescribeState(state))
	left := 0
	for _, o := range ops {
		if !in[o] && left < 8 {
			left++
			fmt.Fprintf(&b, "\n  client %d, %v to %v: %s", o.ClientId, time.Duration(o.Call), time.Duration(o.Return),
				m.DescribeOperation(o.Input, o.Output))
		}
	}
	return b.String()
}

// splitUnknown gives every operation with an unknown outcome a client of its own, because its
// client went on before it ended.
func splitUnknown(ops []porcupine.Operation) []porcupine.Operation {
	all := make([]porcupine.Operation, len(ops))
	next := 0
	for _, o := range ops {
		next = max(next, o.ClientId+1)
	}
	for i, o := range ops {
		if o.Return == math.MaxInt64 {
			o.ClientId = next
			next++
		}
		all[i] = o
	}
	return all
}

// newModel makes a model from a step function, which reports whether the state allows the
// answer and returns the next state. out is nil when the outcome is unknown; step then
// returns the state that the product would go to, which may be the same.
func newModel[S comparable, I, O any](first S, step func(s S, in I, out *O) (bool, S)) porcupine.Model {
	of := func(output any) *O {
		if output == nil {
			return nil
		}
		out := output.(O)
		return &out
	}
	return porcupine.Model{
		Init: func() any { return first },
		Step: func(state, input, output any) (bool, any) {
			ok, next := step(state.(S), input.(I), of(output))
			return ok, next
		},
		DescribeOperation: func(input, output any) string {
			if output == nil {
				return fmt.Sprintf("%+v → ?", input)
			}
			return fmt.Sprintf("%+v → %+v", input, output)
		},
		DescribeState: func(state any) string { return fmt.Sprintf("%+v", state) },
	}
}
