package decode

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"anbar/app/decode/letter"
	"anbar/app/limits"

	"golang.org/x/sys/unix"
)

const (
	startTime = 10 * time.Minute // PDFium is compiled when it is used for the first time
	endTime   = 2 * time.Second
	tick      = 10 * time.Millisecond // of processor time, as the system counts it
	tail      = 600                   // bytes kept of a decoder's standard error
)

// environment is all that a decoder has: Go's runtime keeps no files of the system
// open, by which it would follow the limits of a container.
const environment = "GODEBUG=containermaxprocs=0,updatemaxprocs=0"

// child is a running decoder.
type child struct {
	pid    int
	in     io.WriteCloser
	out    *os.File // read to its end although the process is gone
	block  []byte
	gone   chan struct{} // closed when it ended
	state  *os.ProcessState
	said   complaints
	docs   int
	served int64
	clock  time.Duration
}

// start starts a decoder and waits until it has locked itself in. It returns the locks that
// the system refused.
func start(ctx context.Context, nice int, args []string) (*child, string, error) {
	cmd := command(args)
	c, err := childOf(cmd)
	if err != nil {
		return nil, "", err
	}
	begun := make(chan error)
	go c.attend(cmd, nice, begun)
	err = <-begun
	_ = cmd.Stdout.(*os.File).Close() // the process has its own
	if err != nil {
		_ = c.out.Close()
		return nil, "", err
	}
	c.pid = cmd.Process.Pid
	late := context.AfterFunc(ctx, c.kill)
	timer := time.AfterFunc(startTime, c.kill)
	f, missing, err := Receive(c.out, nil, maxReason)
	timer.Stop()
	if !late() || err != nil || f != FrameReady {
		c.kill()
		c.wait()
		return nil, "", errors.Join(ctx.Err(), fmt.Errorf("it does not answer: %v %s: %w", c.state, &c.said, err))
	}
	c.said.forget() // the output of the start says nothing about a document
	return c, Reason(missing), nil
}

func command(args []string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Args[0], cmd.Env, cmd.Dir = "anbar", []string{environment}, "/" // nothing of ours, least of all a secret
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return cmd
}

// childOf connects a child to a command that has not started.
func childOf(cmd *exec.Cmd) (*child, error) {
	c := &child{gone: make(chan struct{}), block: make([]byte, Together)}
	cmd.Stderr, cmd.WaitDelay = &c.said, endTime
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// A StdoutPipe would lose what the process wrote before its end.
	out, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	c.out, cmd.Stdout = out, theirs
	return c, nil
}

// attend starts the process on a thread of its own and waits for its end there:
// it ends with that thread, so also when this process is killed, and takes over
// its priority.
func (c *child) attend(cmd *exec.Cmd, nice int, begun chan<- error) {
	runtime.LockOSThread() // and never unlocked: the thread ends here, and its priority with it
	if nice != normal {
		if err := unix.Setpriority(unix.PRIO_PROCESS, 0, nice); err != nil {
			begun <- fmt.Errorf("lower the priority: %w", err)
			return
		}
	}
	err := cmd.Start()
	begun <- err
	if err != nil {
		return
	}
	_ = cmd.Wait() // its state is all there is to know
	c.state = cmd.ProcessState
	close(c.gone)
}

// Priorities of decoders, as nice values. At the lowest a busy machine gives a decoder hardly any time at all: it is for what
// nobody waits for.
const (
	normal = 0
	behind = 10 // a person sees the progress, and what takes long may not slow down the others
	lowest = 19
)

// cost is the time that a document took.
type cost struct{ clock, processor time.Duration }

// do has one work done. It returns a *death when the decoder is gone with it.
func (c *child) do(ctx context.Context, content Content, j Job) ([]byte, cost, error) {
	if j.made != nil {
		if err := j.made.empty(); err != nil { // of what a decoder before this one wrote
			return nil, cost{}, err
		}
	}
	w := &watch{child: c, limit: j.Time, flows: j.Work.flows(), before: c.processor(), began: time.Now()}
	stop := w.begin(ctx)
	b, err := c.converse(content, j, w)
	took := stop()
	var lost *broken
	if !errors.As(err, &lost) {
		return b, took, err
	}
	return nil, took, c.reap(w, lost)
}

// reap kills a decoder that is lost, waits for its end and says why it was lost.
func (c *child) reap(w *watch, lost *broken) *death {
	itself := c.ended(lost)
	c.kill()
	c.wait()
	d := &death{why: w.reason(), used: c.docs > 1, state: c.state, said: c.said.String()}
	if lost.ours && d.why == nil {
		d.why = lost.error
	}
	d.killed = itself && d.why == nil && byOther(c.state)
	if !itself {
		d.said = lost.Error()
	}
	return d
}

// ended reports whether the process ended by itself, in contrast to a process that must be
// killed for an invalid frame.
func (c *child) ended(lost *broken) bool {
	silent := errors.Is(lost, io.EOF) || errors.Is(lost, io.ErrUnexpectedEOF)
	deaf := errors.Is(lost, syscall.EPIPE) || errors.Is(lost, os.ErrClosed) // the latter once its end was noticed
	if !silent && !deaf {
		return false
	}
	select {
	case <-c.gone:
		return true
	case <-time.After(endTime):
		return false
	}
}

// broken means that the decoder stopped answering or sent an invalid frame.
type broken struct {
	error
	ours bool // it is ended because of this error
}

func (b *broken) Unwrap() error { return b.error }

// converse sends a job and serves the decoder's requests for ranges of the blob.
func (c *child) converse(content Content, j Job, w *watch) ([]byte, error) {
	c.docs++
	j.Size, j.Head = content.Size, c.block[:min(Together, content.Size)]
	for i, o := range j.others {
		j.Rest[i] = o.Size
	}
	if n, err := content.From.ReadAt(j.Head, 0); n < len(j.Head) {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	c.served += int64(len(j.Head))
	if err := SendJob(c.in, j); err != nil {
		return nil, &broken{error: err}
	}
	var failed error
	most := maxAnswer
	if j.Work == Mail {
		most = letter.Most
	}
	var block []byte
	if j.made != nil {
		block = make([]byte, Together) // for pieces; nobody keeps them
	}
	for {
		f, b, err := Receive(c.out, block, most)
		if err != nil {
			return nil, &broken{error: err}
		}
		switch f {
		case FrameAsk:
			var err error
			if failed, err = c.give(content, j, b, w, failed); err != nil {
				return nil, &broken{error: err}
			}
			continue
		case FramePiece:
			if failed, err = keep(j, b, w, failed); err != nil {
				return nil, err
			}
			continue
		case FrameDone:
			return b, failed
		case FrameRefused:
			return nil, errors.Join(failed, errIf(failed == nil, fmt.Errorf("%w: %s", ErrContent, Reason(b))))
		case FrameSlow:
			return nil, errors.Join(failed, errIf(failed == nil, ErrSlow))
		case FrameBarred:
			return nil, errors.Join(failed, errIf(failed == nil, barred(b)))
		case FrameArchive:
			return nil, errors.Join(failed, errIf(failed == nil, ofArchive(b)))
		case FrameFailed:
			c.docs = limits.DecodeDocuments // another one may do better
			return nil, errors.Join(failed, fmt.Errorf("the decoder: %s", Reason(b)))
		}
		return nil, &broken{error: fmt.Errorf("a message of kind %d", f)}
	}
}

// keep takes a piece of a document; once that failed, none.
func keep(j Job, piece []byte, w *watch, failed error) (keeping, lost error) {
	if j.made == nil || len(piece) > Together {
		return failed, &broken{error: errors.New("a piece of a document that was not asked for")}
	}
	if failed == nil {
		failed = w.during(func() error { return j.made.add(piece) })
	}
	if failed != nil && w.flows { // it would go on for long
		return failed, &broken{error: failed, ours: true}
	}
	return failed, nil
}

// give answers a request for a range; once the blob could not be read, with nothing.
func (c *child) give(content Content, j Job, ask []byte, w *watch, failed error) (reading, sending error) {
	data := c.block[:0]
	if failed == nil {
		w.asked(ask)
		data, failed = c.asked(content, j.others, ask)
	}
	return failed, Send(c.in, FrameData, data)
}

// asked reads the range of a blob that a decoder requests. A range beyond the blob is empty.
func (c *child) asked(content Content, others []Content, b []byte) ([]byte, error) {
	if len(b) != askSize || int(b[askSize-1]) > len(others) {
		return nil, nil
	}
	if n := b[askSize-1]; n > 0 {
		content = others[n-1]
	}
	at, n := int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint32(b[8:]))
	if at < 0 || at >= content.Size {
		return nil, nil
	}
	data := c.block[:min(n, Together, content.Size-at)]
	c.served += int64(len(data))
	if n, err := content.From.ReadAt(data, at); n < len(data) {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	return data, nil
}

// spent is whether it has to be replaced.
func (c *child) spent() bool {
	return c.docs >= limits.DecodeDocuments || c.served >= limits.DecodeRead || c.resident() > limits.DecodeResident
}

// resident is the memory that only this process has; 0 when it is gone.
func (c *child) resident() int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(c.pid) + "/statm")
	f := bytes.Fields(b)
	if err != nil || len(f) < 3 {
		return 0
	}
	all, _ := strconv.ParseInt(string(f[1]), 10, 64)
	shared, _ := strconv.ParseInt(string(f[2]), 10, 64)
	return (all - shared) * int64(os.Getpagesize())
}

// processor is the time of the processor that it took so far.
func (c *child) processor() time.Duration {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(c.pid) + "/stat")
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if err != nil || len(f) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(string(f[11]), 10, 64)
	system, _ := strconv.ParseInt(string(f[12]), 10, 64)
	return time.Duration(user+system) * tick
}

// end lets it go: it ends when nothing comes any more.
func (c *child) end() {
	timer := time.AfterFunc(endTime, c.kill)
	_ = c.in.Close() // it may be gone
	c.wait()
	timer.Stop()
}

// wait waits for its end. Nothing is read of it afterwards.
func (c *child) wait() {
	<-c.gone
	_ = c.out.Close()
}

// kill ends it with all that it may have started, and the reading of its output: a process that left its group may keep that open.
func (c *child) kill() {
	select {
	case <-c.gone:
	default:
		_ = unix.Kill(-c.pid, unix.SIGKILL) // it may be gone
	}
	_ = c.out.Close()
}

// complaints keeps the beginning of a decoder's standard error.
type complaints struct {
	mu sync.Mutex
	b  []byte
}

// Write implements io.Writer.
func (c *complaints) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.b = append(c.b, p[:min(len(p), tail-len(c.b))]...)
	return len(p), nil
}

func (c *complaints) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.b = nil
}

func (c *complaints) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Reason(c.b)
}
