package stories

import (
	"runtime"
	"testing"

	"anbar/app/base/limits"
)

// Both ends of each connection live in this process: the bar of one is a bar of both.
func TestAnAppThatListensCostsLittle(t *testing.T) {
	const bar = 60 << 10
	w := newDavWorld(t)
	ear := w.listen("sara@example.org", w.tokens["sara"])
	ear.expect("authenticated")
	before := inUse()
	const n = limits.PushClients - 1
	for range n {
		w.listen("sara@example.org", w.tokens["sara"]).expect("authenticated")
	}
	if each := (inUse() - before) / n; each > bar {
		t.Errorf("a connection costs %d bytes, more than %d", each, bar)
	} else {
		t.Logf("a connection costs %d bytes", each)
	}
}

// inUse is the memory of the heap and of all stacks.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}
