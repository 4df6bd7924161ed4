package main

import (
	"io"
	"net"
	"time"
)

// delayLine listens at an address of its own and passes connections on to another one, each byte later by a time, in both directions.
type delayLine struct {
	net.Listener
	to    string
	delay time.Duration
}

func startDelayLine(to string, delay time.Duration) (*delayLine, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	d := &delayLine{l, to, delay}
	go d.serve()
	return d, nil
}

func (d *delayLine) serve() {
	for {
		near, err := d.Accept()
		if err != nil {
			return // it was closed
		}
		far, err := net.Dial("tcp", d.to)
		if err != nil {
			near.Close()
			continue
		}
		go d.pass(near, far)
		go d.pass(far, near)
	}
}

// lineWindow is how many pieces of at most 64 KiB are on the way in one direction.
const lineWindow = 1024

type piece struct {
	bytes []byte
	due   time.Time
}

func (d *delayLine) pass(from, to net.Conn) {
	onTheWay := make(chan piece, lineWindow)
	go func() {
		defer to.Close()
		for p := range onTheWay {
			time.Sleep(time.Until(p.due))
			if _, err := to.Write(p.bytes); err != nil {
				from.Close()
				for range onTheWay { // until the reader has seen it
				}
			}
		}
	}()
	defer close(onTheWay)
	for {
		b := make([]byte, 64<<10)
		n, err := from.Read(b)
		if n > 0 {
			onTheWay <- piece{b[:n], time.Now().Add(d.delay)}
		}
		if err != nil {
			if err != io.EOF {
				from.Close()
			}
			return
		}
	}
}
