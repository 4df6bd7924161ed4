package sftptest

import (
	"encoding/binary"
	"io"
	"net"
	"os"
	"sync"
)

// Types of packets of the protocol, and codes of answers.
const (
	typeVersion  = 2
	typeRead     = 5
	typeWrite    = 6
	typeRename   = 18
	typeStatus   = 101
	typeExtended = 200

	codeFailure     = 4
	codeUnsupported = 8
)

// filter stands between the client and the server.
type filter struct {
	s             *Server
	conn          net.Conn
	client        io.ReadWriter
	server        net.Conn
	answering     sync.Mutex
	reads, writes int
}

// readPacket reads a packet with the length before it.
func readPacket(r io.Reader) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	p := make([]byte, 4+binary.BigEndian.Uint32(head[:]))
	copy(p, head[:])
	_, err := io.ReadFull(r, p[4:])
	return p, err
}

func (f *filter) answer(p []byte) error {
	f.answering.Lock()
	defer f.answering.Unlock()
	_, err := f.client.Write(p)
	return err
}

// refuse answers a question with a code, and words as OpenSSH has them.
func (f *filter) refuse(question []byte, code uint32, words string) error {
	p := append([]byte{typeStatus}, question[5:9]...)
	p = binary.BigEndian.AppendUint32(p, code)
	p = append(binary.BigEndian.AppendUint32(p, uint32(len(words))), words...)
	p = binary.BigEndian.AppendUint32(p, 0)
	return f.answer(append(binary.BigEndian.AppendUint32(nil, uint32(len(p))), p...))
}

// passQuestions gives the server what it is asked, but for what a fault answers.
func (f *filter) passQuestions() {
	for {
		p, err := readPacket(f.client)
		if err != nil {
			return
		}
		f.s.mu.Lock()
		faults := f.s.faults
		f.s.mu.Unlock()
		switch kind := p[4]; {
		case faults.Silent:
			continue
		case kind == typeWrite && faults.Full:
			err = f.refuse(p, codeFailure, "Failure")
		case kind == typeWrite && f.isCut(&f.writes, faults.CutWrites), kind == typeRead && f.isCut(&f.reads, faults.CutReads):
			_ = f.conn.Close()
			return
		case kind == typeExtended && faults.Plain:
			err = f.refuse(p, codeUnsupported, "Operation unsupported")
		case kind == typeRename && faults.Plain && isTaken(p):
			err = f.refuse(p, codeFailure, "Failure")
		default:
			_, err = f.server.Write(p)
		}
		if err != nil {
			return
		}
	}
}

func (f *filter) isCut(count *int, at int) bool {
	*count++
	return at > 0 && *count >= at
}

// isTaken reports whether the second name of a question exists.
func isTaken(p []byte) bool {
	first := binary.BigEndian.Uint32(p[9:])
	name := p[9+4+first+4:]
	_, err := os.Lstat(string(name))
	return err == nil
}

// passAnswers gives the client what the server says.
func (f *filter) passAnswers() {
	for {
		p, err := readPacket(f.server)
		if err != nil {
			return
		}
		f.s.mu.Lock()
		faults := f.s.faults
		f.s.mu.Unlock()
		if p[4] == typeVersion && faults.Plain {
			p = append(binary.BigEndian.AppendUint32(nil, 5), p[4:9]...)
		}
		if f.answer(p) != nil {
			return
		}
	}
}
