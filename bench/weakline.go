package main

import (
	"errors"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"time"
)

// weakLine is what a weak line does to packets, in each of its two directions. Like netem it loses a packet before it takes time on
// the line, and what finds the queue full.
type weakLine struct {
	rate  float64       // bits per second
	delay time.Duration // of one direction
	queue time.Duration // the longest that a packet waits before the line is free for it
	loss  float64       // share of the packets
	cuts  []cut         // nothing arrives meanwhile
}

// cut is a time without a line, as a radio loses it: nobody is told.
type cut struct{ from, to time.Duration }

// theWeakLine is 2 Mbit/s with a round trip of 300 ms and a loss of 5 %, cut for a time again and again.
func theWeakLine(cuts int, every, length time.Duration) *weakLine {
	l := &weakLine{rate: 2e6, delay: 150 * time.Millisecond, queue: 250 * time.Millisecond, loss: 0.05}
	for n := range cuts {
		from := time.Duration(n+1)*every + time.Duration(n)*length
		l.cuts = append(l.cuts, cut{from, from + length})
	}
	return l
}

// idealTime is how long bytes would take on a line that loses nothing and knows no headers, and that is away during the cuts.
func (l *weakLine) idealTime(bytes int) time.Duration {
	end := time.Duration(float64(bytes*8) / l.rate * float64(time.Second))
	for _, c := range l.cuts {
		if c.from < end {
			end += c.to - c.from
		}
	}
	return end
}

// link is a line between two machines.
type link struct {
	*weakLine
	begin    atomic.Pointer[time.Time] // when the cuts are counted from; nil before that
	up, down direction
}

// direction counts what one direction of a line did.
type direction struct {
	packets, bytes, lost, full, cut atomic.Int64
}

func (l *weakLine) connect(a, b *machine) *link {
	k := &link{weakLine: l}
	go k.pass(a.device, b.device, &k.up, 1)
	go k.pass(b.device, a.device, &k.down, 2)
	return k
}

// start has the cuts count from now on.
func (k *link) start() {
	now := time.Now()
	k.begin.Store(&now)
}

// end is the time after which there are no cuts, until the next start.
func (k *link) end() { k.begin.Store(nil) }

func (k *link) isCut(at time.Time) bool {
	begin := k.begin.Load()
	if begin == nil {
		return false
	}
	for _, c := range k.cuts {
		if since := at.Sub(*begin); since >= c.from && since < c.to {
			return true
		}
	}
	return false
}

type packet struct {
	bytes []byte
	due   time.Time
}

// pass takes packets from one device to another, until one of them is closed.
func (k *link) pass(from, to *os.File, d *direction, seed uint64) {
	onTheWay := make(chan packet, 4096)
	defer close(onTheWay)
	go deliver(onTheWay, to, k, d)
	dice := rand.New(rand.NewPCG(seed, seed))
	var free time.Time // when the line has sent everything
	for {
		b := make([]byte, packetSize)
		n, err := from.Read(b)
		if err != nil {
			return // it was closed
		}
		now := time.Now()
		d.packets.Add(1)
		switch {
		case k.isCut(now):
			d.cut.Add(1)
			continue
		case dice.Float64() < k.loss:
			d.lost.Add(1)
			continue
		case free.Sub(now) > k.queue:
			d.full.Add(1)
			continue
		}
		if free.Before(now) {
			free = now
		}
		free = free.Add(time.Duration(float64(n*8) / k.rate * float64(time.Second)))
		onTheWay <- packet{b[:n], free.Add(k.delay)}
	}
}

func deliver(onTheWay <-chan packet, to *os.File, k *link, d *direction) {
	for p := range onTheWay {
		time.Sleep(time.Until(p.due))
		if k.isCut(p.due) {
			d.cut.Add(1)
			continue
		}
		if _, err := to.Write(p.bytes); errors.Is(err, os.ErrClosed) {
			return
		}
		d.bytes.Add(int64(len(p.bytes)))
	}
}
