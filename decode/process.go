package decode

import (
	"bytes"
	"cmp"
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
	"sync/atomic"
	"syscall"
	"time"

	"anbar/app/base/limits"

	"golang.org/x/sys/unix"
)

const (
	startTimeout = 10 * time.Minute // PDFium is compiled when it is used for the first time
	stopTimeout  = 2 * time.Second
	cpuTick      = 10 * time.Millisecond // of processor time, as the system counts it
	maxStderr    = 600                   // bytes kept of a decoder's standard error
)

// environment is all that a decoder has: Go's runtime keeps no files of the system
// open, by which it would follow the limits of a container.
const environment = "GODEBUG=containermaxprocs=0,updatemaxprocs=0"

// child is a running decoder process, as the server holds it.
type child struct {
	pid     int
	in      io.WriteCloser
	out     *os.File // read to its end although the process is gone
	block   []byte
	exited  chan struct{} // closed when it ended
	state   *os.ProcessState
	stderr  stderrBuffer
	docs    int
	served  int64
	timeout time.Duration
}

// startChild starts a decoder and waits until it has locked itself in. It returns the locks that
// the system refused.
func startChild(ctx context.Context, nice int, args []string) (*child, string, error) {
	cmd := newCommand(args)
	c, err := newChild(cmd)
	if err != nil {
		return nil, "", err
	}
	begun := make(chan error)
	go c.supervise(cmd, nice, begun)
	err = <-begun
	_ = cmd.Stdout.(*os.File).Close() // the process has its own
	if err != nil {
		_ = c.out.Close()
		return nil, "", err
	}
	c.pid = cmd.Process.Pid
	late := context.AfterFunc(ctx, c.kill)
	timer := time.AfterFunc(startTimeout, c.kill)
	f, missing, err := ReceiveFrame(c.out, nil, maxReason)
	timer.Stop()
	if !late() || err != nil || f != FrameReady {
		c.kill()
		c.wait()
		return nil, "", errors.Join(ctx.Err(), fmt.Errorf("it does not answer: %v %s: %w", c.state, &c.stderr, err))
	}
	c.stderr.reset() // the output of the start says nothing about a document
	return c, FirstLine(missing), nil
}

func newCommand(args []string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Args[0], cmd.Env, cmd.Dir = "anbar", []string{environment}, "/" // nothing of ours, least of all a secret
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	return cmd
}

// newChild connects a child to a command that has not started.
func newChild(cmd *exec.Cmd) (*child, error) {
	c := &child{exited: make(chan struct{}), block: make([]byte, BlockSize)}
	cmd.Stderr, cmd.WaitDelay = &c.stderr, stopTimeout
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

// running counts the decoders of this process.
var running atomic.Int64

// CountRunning counts the processes that decode, or wait to.
func CountRunning() int64 { return running.Load() }

// supervise starts the process on a thread of its own and waits for its end there:
// it ends with that thread, so also when this process is killed, and takes over
// its priority.
func (c *child) supervise(cmd *exec.Cmd, nice int, begun chan<- error) {
	runtime.LockOSThread() // and never unlocked: the thread ends here, and its priority with it
	if nice != niceNormal {
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
	running.Add(1)
	defer running.Add(-1)
	_ = cmd.Wait() // its state is all there is to know
	c.state = cmd.ProcessState
	close(c.exited)
}

// Priorities of decoders, as nice values. At the lowest a busy machine gives a decoder hardly any time at all: it is for what
// nobody waits for.
const (
	niceNormal = 0
	niceBehind = 10 // a person sees the progress, and what takes long may not slow down the others
	niceLowest = 19
)

// cost is the time that a document took.
type cost struct{ clock, cpu time.Duration }

// reap kills a decoder that is lost, waits for its end and says why it was lost.
func (c *child) reap(w *watchdog, lost *protocolError) *exitError {
	itself := c.hasExited(lost)
	c.kill()
	c.wait()
	d := &exitError{cause: w.checkProgress(), reused: c.docs > 1, state: c.state, stderr: c.stderr.String()}
	if lost.ours && d.cause == nil {
		d.cause = lost.error
	}
	d.killed = itself && d.cause == nil && isKilled(c.state)
	if !itself {
		d.stderr = lost.Error()
	}
	return d
}

// hasExited reports whether the process ended by itself, in contrast to a process that must be
// killed for an invalid frame.
func (c *child) hasExited(lost *protocolError) bool {
	silent := errors.Is(lost, io.EOF) || errors.Is(lost, io.ErrUnexpectedEOF)
	deaf := errors.Is(lost, syscall.EPIPE) || errors.Is(lost, os.ErrClosed) // the latter once its end was noticed
	if !silent && !deaf {
		return false
	}
	select {
	case <-c.exited:
		return true
	case <-time.After(stopTimeout):
		return false
	}
}

// protocolError means that the decoder stopped answering or sent an invalid frame.
type protocolError struct {
	error
	ours bool // it is ended because of this error
}

func (b *protocolError) Unwrap() error { return b.error }

// exchange is a job that a decoder does, while it asks for ranges of the blob and sends pieces of a document.
type exchange struct {
	*child
	content Content
	job     Job
	watch   *watchdog
	failed  error // the first error of this side; nothing is read or stored after it
}

// run sends the job and answers the decoder until it is done.
func (e *exchange) run() ([]byte, error) {
	j := &e.job
	e.docs++
	j.Size, j.Head = e.content.Size, e.block[:min(BlockSize, e.content.Size)]
	for i, o := range j.others {
		j.Rest[i] = o.Size
	}
	if n, err := e.content.From.ReadAt(j.Head, 0); n < len(j.Head) {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	e.served += int64(len(j.Head))
	if err := SendJob(e.in, *j); err != nil {
		return nil, &protocolError{error: err}
	}
	var block []byte
	if j.out != nil {
		block = make([]byte, BlockSize) // for pieces; nobody keeps them
	}
	for {
		f, b, err := ReceiveFrame(e.out, block, j.Work.answerLimit())
		if err != nil {
			return nil, &protocolError{error: err}
		}
		switch f {
		case FrameRequest:
			if err := e.answerRequest(b); err != nil {
				return nil, &protocolError{error: err}
			}
			continue
		case FramePiece:
			if j.out == nil || len(b) > BlockSize {
				return nil, &protocolError{error: errors.New("a piece of a document that was not asked for")}
			}
			if e.failed == nil {
				e.failed = e.watch.pauseDuring(func() error { return j.out.add(b) })
			}
			if e.failed != nil && e.watch.streaming { // it would go on for long
				return nil, &protocolError{error: e.failed, ours: true}
			}
			continue
		case FrameDone:
			return b, e.failed
		case FrameUndecodable:
			return nil, cmp.Or(e.failed, fmt.Errorf("%w: %s", ErrContent, FirstLine(b)))
		case FrameSlow:
			return nil, cmp.Or(e.failed, ErrSlow)
		case FrameRefusal:
			return nil, cmp.Or(e.failed, parseRefusal(b))
		case FrameArchiveError:
			return nil, cmp.Or(e.failed, parseArchiveError(b))
		case FrameFailed:
			e.docs = limits.DecodeDocuments // another one may do better
			return nil, errors.Join(e.failed, fmt.Errorf("the decoder: %s", FirstLine(b)))
		}
		return nil, &protocolError{error: fmt.Errorf("a message of kind %d", f)}
	}
}

// answerRequest answers a request for a range; once the blob could not be read, with nothing.
func (e *exchange) answerRequest(ask []byte) error {
	data := e.block[:0]
	if e.failed == nil {
		e.watch.noteRequest(ask)
		data, e.failed = e.readRange(e.content, e.job.others, ask)
	}
	return SendFrame(e.in, FrameData, data)
}

// readRange reads the range of a blob that a decoder requests. A range beyond the blob is empty.
func (c *child) readRange(content Content, others []Content, b []byte) ([]byte, error) {
	if len(b) != requestSize || int(b[requestSize-1]) > len(others) {
		return nil, nil
	}
	if n := b[requestSize-1]; n > 0 {
		content = others[n-1]
	}
	at, n := int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint32(b[8:]))
	if at < 0 || at >= content.Size {
		return nil, nil
	}
	data := c.block[:min(n, BlockSize, content.Size-at)]
	c.served += int64(len(data))
	if n, err := content.From.ReadAt(data, at); n < len(data) {
		return nil, errors.Join(err, io.ErrUnexpectedEOF)
	}
	return data, nil
}

// needsReplacement is whether it has to be replaced.
func (c *child) needsReplacement() bool {
	return c.docs >= limits.DecodeDocuments || c.served >= limits.DecodeRead || c.readResident() > limits.DecodeResident
}

// readResident is the memory that only this process has; 0 when it is gone.
func (c *child) readResident() int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(c.pid) + "/statm")
	f := bytes.Fields(b)
	if err != nil || len(f) < 3 {
		return 0
	}
	all, _ := strconv.ParseInt(string(f[1]), 10, 64)
	shared, _ := strconv.ParseInt(string(f[2]), 10, 64)
	return (all - shared) * int64(os.Getpagesize())
}

// readCPUTime is the time of the processor that it took so far.
func (c *child) readCPUTime() time.Duration {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(c.pid) + "/stat")
	f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
	if err != nil || len(f) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(string(f[11]), 10, 64)
	system, _ := strconv.ParseInt(string(f[12]), 10, 64)
	return time.Duration(user+system) * cpuTick
}

// stop lets it go: it ends when nothing comes any more.
func (c *child) stop() {
	timer := time.AfterFunc(stopTimeout, c.kill)
	_ = c.in.Close() // it may be gone
	c.wait()
	timer.Stop()
}

// wait waits for its end. Nothing is read of it afterwards.
func (c *child) wait() {
	<-c.exited
	_ = c.out.Close()
}

// kill ends it with all that it may have started, and the reading of its output: a process that left its group may keep that open.
func (c *child) kill() {
	select {
	case <-c.exited:
	default:
		_ = unix.Kill(-c.pid, unix.SIGKILL) // it may be gone
	}
	_ = c.out.Close()
}

// stderrBuffer keeps the beginning of a decoder's standard error.
type stderrBuffer struct {
	mu sync.Mutex
	b  []byte
}

// Write implements io.Writer.
func (c *stderrBuffer) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.b = append(c.b, p[:min(len(p), maxStderr-len(c.b))]...)
	return len(p), nil
}

func (c *stderrBuffer) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.b = nil
}

func (c *stderrBuffer) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return FirstLine(c.b)
}
