// Package wasm runs decoders that are compiled to WebAssembly: each sees the bytes of one document and nothing else of
// this machine.
package wasm

import (
	"context"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

const memoryPage = 64 << 10

// Module is one decoder. It is not for use by several goroutines at once.
type Module struct {
	cache  wazero.CompilationCache
	engine wazero.Runtime
	code   wazero.CompiledModule
	memory []byte // of the document that is read
}

// Importer gives a module its imports beside those of WASI, of which it has no files, clocks and arguments.
type Importer func(ctx context.Context, engine wazero.Runtime, code wazero.CompiledModule) error

// Load brings a module that zstd packed into this process: seconds for the first time, when it is compiled, a fraction of
// one later. Its machine code stays in dir. The document that it reads lies in memory, and needs no file and no executable
// memory any more.
func Load(ctx context.Context, packed []byte, dir string, memory []byte, surround Importer) (*Module, error) {
	m := &Module{memory: memory}
	if err := m.compile(ctx, packed, dir, surround); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

func (m *Module) compile(ctx context.Context, packed []byte, dir string, surround Importer) error {
	code, err := decompress(packed)
	if err != nil {
		return err
	}
	if m.cache, err = wazero.NewCompilationCacheWithDir(dir); err != nil {
		return err
	}
	m.engine = wazero.NewRuntimeWithConfig(ctx,
		wazero.NewRuntimeConfig().WithCompilationCache(m.cache).WithCloseOnContextDone(true).
			WithMemoryLimitPages(uint32(len(m.memory)/memoryPage)))
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, m.engine); err != nil {
		return err
	}
	if m.code, err = m.engine.CompileModule(ctx, code); err != nil {
		return err
	}
	if surround == nil {
		return nil
	}
	return surround(ctx, m.engine, m.code)
}

func decompress(packed []byte) ([]byte, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return z.DecodeAll(packed, nil)
}

// Run runs fn on an instance of its own, with a memory that is empty, and takes both away after it.
func (m *Module) Run(ctx context.Context, fn func(context.Context, api.Module) error) error {
	own := &memory{all: m.memory}
	defer own.Free()
	ctx = experimental.WithMemoryAllocator(ctx,
		experimental.MemoryAllocatorFunc(func(_, _ uint64) experimental.LinearMemory { return own }))
	one, err := m.engine.InstantiateModule(ctx, m.code, wazero.NewModuleConfig().WithStartFunctions("_initialize").WithName(""))
	if err != nil {
		return fmt.Errorf("start the module: %w", err)
	}
	return errors.Join(fn(ctx, one), one.Close(context.Background()))
}

// Close frees all resources but the memory, which is the caller's.
func (m *Module) Close() error {
	var err error
	if m.engine != nil {
		err = m.engine.Close(context.Background())
	}
	if m.cache != nil {
		err = errors.Join(err, m.cache.Close(context.Background()))
	}
	return err
}
