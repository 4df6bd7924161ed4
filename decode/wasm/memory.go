package wasm

import (
	"golang.org/x/sys/unix"
)

// memory is the memory of one document. Its addresses are reserved when the decoder starts
// and become usable as it grows, so growing copies nothing and cannot fail for want of
// addresses. Its pages return to the system with the document.
type memory struct {
	all   []byte
	freed bool
}

// Reserve reserves addresses for the memory of documents. Modules that never run at the same time may share it.
func Reserve(most int) ([]byte, error) {
	return unix.Mmap(-1, 0, most, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
}

// Release gives the addresses back.
func Release(memory []byte) error {
	if memory == nil {
		return nil
	}
	return unix.Munmap(memory)
}

// Reallocate implements experimental.LinearMemory.
func (m *memory) Reallocate(size uint64) []byte {
	if size > uint64(len(m.all)) {
		return nil
	}
	if size > 0 && unix.Mprotect(m.all[:size], unix.PROT_READ|unix.PROT_WRITE) != nil {
		return nil
	}
	return m.all[:size:size]
}

// Free implements experimental.LinearMemory. We call it once; the WebAssembly runtime may
// have called it before.
func (m *memory) Free() {
	if m.freed {
		return
	}
	m.freed = true
	if err := unix.Madvise(m.all, unix.MADV_DONTNEED); err != nil {
		panic(err) // the next document would see the data of this one
	}
	if err := unix.Mprotect(m.all, unix.PROT_NONE); err != nil {
		panic(err)
	}
}
