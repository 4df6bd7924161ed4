package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"anbar/blobstore"
)

// countedConn counts the bytes that a client sends.
type countedConn struct {
	net.Conn
	up *atomic.Int64
}

func (c countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.up.Add(int64(n))
	return n, err
}

// countUp has the client of an appliance count what it sends, headers included.
func (a *appliance) countUp() *atomic.Int64 {
	var up atomic.Int64
	dial := (&net.Dialer{}).DialContext
	a.client = &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: 8,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := dial(ctx, network, addr)
			return countedConn{c, &up}, err
		},
	}}
	return &up
}

// blockSums is the list of a version, as docs/api.md describes it.
type blockSums struct {
	block, size int64
	weak        []uint32
	strong      [][]byte
	byWeak      map[uint32][]int
}

func parseBlockSums(b []byte) (*blockSums, error) {
	if len(b) < 12 {
		return nil, fmt.Errorf("block sums of %d bytes", len(b))
	}
	s := &blockSums{block: int64(binary.LittleEndian.Uint32(b)), size: int64(binary.LittleEndian.Uint64(b[4:])), byWeak: map[uint32][]int{}}
	if want := 12 + (s.size+s.block-1)/s.block*20; int64(len(b)) != want {
		return nil, fmt.Errorf("block sums of %d bytes instead of %d", len(b), want)
	}
	for i, b := 0, b[12:]; len(b) > 0; i, b = i+1, b[20:] {
		s.weak, s.strong = append(s.weak, binary.LittleEndian.Uint32(b)), append(s.strong, b[4:20])
		s.byWeak[s.weak[i]] = append(s.byWeak[s.weak[i]], i)
	}
	return s, nil
}

// isAt reports whether a block stands at the beginning of p.
func (s *blockSums) isAt(p []byte, i int) bool {
	if i >= len(s.strong) {
		return false
	}
	n := min(s.block, s.size-int64(i)*s.block)
	if int64(len(p)) < n {
		return false
	}
	d := blobstore.Sum(p[:n])
	return bytes.Equal(d[:16], s.strong[i])
}

// stretch is bytes of the new file: of the base version from an offset on, or new ones when that is -1.
type stretch struct{ from, length int64 }

// plan finds what of a file the base version has.
func (s *blockSums) plan(content []byte) []stretch {
	var all []stretch
	add := func(from, length int64) {
		if last := len(all) - 1; last >= 0 && (from < 0 && all[last].from < 0 || from >= 0 && all[last].from >= 0 &&
			all[last].from+all[last].length == from) {
			all[last].length += length
		} else if length > 0 {
			all = append(all, stretch{from, length})
		}
	}
	next := 0
	for at := int64(0); at < int64(len(content)); {
		if s.isAt(content[at:], next) {
			n := min(s.block, s.size-int64(next)*s.block)
			add(int64(next)*s.block, n)
			at, next = at+n, next+1
			continue
		}
		skip, found := s.search(content[at:])
		add(-1, skip)
		at, next = at+skip, found
	}
	return all
}

// search finds the first whole block in p and where it stands; behind the end of p when there is none.
func (s *blockSums) search(p []byte) (at int64, block int) {
	n := s.block
	if int64(len(p)) < n {
		return int64(len(p)), len(s.strong)
	}
	zeros := make([]byte, n+1)
	base, longer := crc32.ChecksumIEEE(zeros[:n]), crc32.ChecksumIEEE(zeros)
	var leaves [256]uint32
	for b := range leaves {
		zeros[0] = byte(b)
		leaves[b] = crc32.ChecksumIEEE(zeros) ^ longer
	}
	sum := crc32.ChecksumIEEE(p[:n]) ^ base
	for at := int64(0); ; at++ {
		for _, i := range s.byWeak[sum^base] {
			if s.isAt(p[at:], i) {
				return at, i
			}
		}
		if at+n == int64(len(p)) {
			return int64(len(p)), len(s.strong)
		}
		sum = crc32.IEEETable[byte(sum)^p[at+n]] ^ sum>>8 ^ leaves[p[at]]
	}
}

const recipeFills = 64 << 20 // by one call

// uploadChanges uploads a file as changes of the version of its name, and returns it.
func (a *appliance) uploadChanges(name string, content []byte) (done uploadedFile, err error) {
	sum := blobstore.Sum(content).String()
	var start struct {
		uploadStart
		Base struct {
			File      string `json:"file_id"`
			Directory string `json:"directory_id"`
			Version   string `json:"version_id"`
		}
	}
	err = a.call("POST", "/upload/initialize", map[string]any{
		"space_id": a.space, "directory_id": a.root, "key": name, "checksum": sum, "file_size": len(content),
	}, &start)
	if err != nil {
		return done, err
	}
	list, err := a.openURL("/download/space/" + a.space + "/directory/" + start.Base.Directory + "/file/" + start.Base.File +
		"/block-sums?version_id=" + start.Base.Version)
	if err != nil {
		return done, err
	}
	raw, err := io.ReadAll(list)
	if err = errors.Join(err, list.Close()); err != nil {
		return done, err
	}
	sums, err := parseBlockSums(raw)
	if err != nil {
		return done, err
	}
	plan := sums.plan(content)
	parts := recipeFills / start.Chunk
	for n := 0; n < start.Chunks; n += parts {
		from, to := int64(n)*int64(start.Chunk), min(int64(len(content)), int64(n+parts)*int64(start.Chunk))
		path := "/upload/recipe?upload_id=" + start.ID + "&chunk_number=" + strconv.Itoa(n) + "&base_file=" + start.Base.File +
			"&base_version=" + start.Base.Version
		if err := a.call("PUT", path, writeRecipe(plan, content, from, to), nil); err != nil {
			return done, err
		}
	}
	err = a.call("POST", "/upload/complete", map[string]any{
		"upload_id": start.ID, "space_id": a.space, "key": name, "checksum": sum, "on_duplicate": "version",
	}, &done)
	if err == nil && done.File.Hash != sum {
		err = fmt.Errorf("the file has the hash %s instead of %s", done.File.Hash, sum)
	}
	return done, err
}

// writeRecipe writes the recipe of the bytes of content in [from, to).
func writeRecipe(plan []stretch, content []byte, from, to int64) (recipe []byte) {
	at := int64(0)
	for _, s := range plan {
		begin, end := max(at, from), min(at+s.length, to)
		skip := begin - at
		at += s.length
		switch n := end - begin; {
		case n <= 0:
		case s.from >= 0 && n >= 4096:
			recipe = append(recipe, 1)
			recipe = binary.LittleEndian.AppendUint64(recipe, uint64(s.from+skip))
			recipe = binary.LittleEndian.AppendUint32(recipe, uint32(n))
		default:
			recipe = append(recipe, 2)
			recipe = binary.LittleEndian.AppendUint32(recipe, uint32(n))
			recipe = append(recipe, content[begin:end]...)
		}
	}
	return recipe
}

// touchMemory has the kernel own memory for a file of that length: a guest that gave it back to its host pays seconds for each GiB
// that it touches first, which is no cost of the server.
func touchMemory(dir string, content []byte) error {
	_, err := writeAndSync(filepath.Join(dir, "touch"), content)
	return err
}

// measureDelta: 1 GiB of which 1 MiB in the middle is new, as changes and whole.
func (r *run) measureDelta() error {
	dir, err := r.newDirectory("delta")
	if err != nil {
		return err
	}
	a, err := startFresh(filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	up := a.countUp()
	content := randomBytes(gib, 7)
	if _, _, err := a.upload(a.root, "long", content, 4); err != nil {
		return err
	}
	var sent, cpus, wholeCPUs, times []float64
	for i := range rounds {
		content = slices.Insert(content, len(content)/2, randomBytes(mib, uint64(100+i))...)
		if err := touchMemory(dir, content); err != nil {
			return err
		}
		before, cpu, begin := up.Load(), a.cpu(), time.Now()
		if _, err := a.uploadChanges("long", content); err != nil {
			return err
		}
		took := time.Since(begin)
		sent, cpus = append(sent, float64(up.Load()-before)/mib), append(cpus, (a.cpu()-cpu).Seconds())
		content[0]++ // or the store has it
		if err := touchMemory(dir, content); err != nil {
			return err
		}
		cpu, begin = a.cpu(), time.Now()
		if _, _, err := a.upload(a.root, "whole-"+hex.EncodeToString([]byte{byte(i)}), content, 4); err != nil {
			return err
		}
		wholeCPUs = append(wholeCPUs, (a.cpu() - cpu).Seconds())
		times = append(times, took.Seconds()/time.Since(begin).Seconds())
		content[0]--
	}
	r.addAtMost("1 GiB with 1 MiB inserted in its middle, as changes of the version before: sent by the client, MiB", median(sent), 3,
		"all its traffic; 1024 whole")
	r.addAtMost("server CPU of it, s", median(cpus), 1.5, "block sums and recipes; the same whole %.2f", median(wholeCPUs))
	r.addAtMost("its time over that of the whole file, over the loopback", median(times), 8,
		"the hash and the search of the client included")
	return a.stop()
}
