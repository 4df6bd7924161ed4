package pdfium

import (
	"github.com/tetratelabs/wazero/experimental"
	"golang.org/x/sys/unix"
)

// memory is what one document may use. Its addresses are reserved at once and
// become usable as it grows, so growing copies nothing, and all of it goes back
// to the system with the document.
type memory struct{ all []byte }

// reserve makes the memory of one document.
func reserve(_, most uint64) experimental.LinearMemory {
	all, err := unix.Mmap(-1, 0, int(most), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil {
		return &memory{} // it cannot grow, which is how PDFium learns of it
	}
	return &memory{all}
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

// Free implements experimental.LinearMemory.
func (m *memory) Free() {
	if m.all == nil {
		return
	}
	if err := unix.Munmap(m.all); err != nil {
		panic(err) // it was made here and is freed once
	}
	m.all = nil
}
