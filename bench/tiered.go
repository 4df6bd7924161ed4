package main

import (
	"bytes"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"anbar/app/operation/backup"
	"anbar/blobstore"
	"anbar/db"

	"lukechampine.com/blake3/guts"
)

const (
	tieredDirs  = 100
	tieredFiles = 10_000 // in each; those of the last one are in a workspace of their own
	tieredCount = tieredDirs * tieredFiles
	// A record of a pack takes 53 pages with its head, of which only the first one is no hole.
	tieredSpan  = 53 * sparsePage
	tieredSize  = tieredSpan - packRecordHead
	tieredWords = guts.ChunkSize - packRecordHead // bytes of a content that are not zeros, at its beginning
	tieredPack  = 1236                            // records: 256 MiB
	tieredFirst = 100                             // number of a pack
	tieredCache = "4G"
)

// tieredBeginning is what a content begins with; the rest of it is zeros.
func tieredBeginning(i int) []byte {
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], uint64(i)+1)
	p := make([]byte, tieredWords)
	_, _ = rand.NewChaCha8(seed).Read(p) // it never fails
	return p
}

// hashTiered returns what packs say of all contents.
func hashTiered(h *sparseHasher) []sparseRecord {
	all := make([]sparseRecord, tieredCount)
	stored, crc := newZeroTail(castagnoli, tieredSize-tieredWords), newZeroTail(crc32.IEEETable, tieredSize-tieredWords)
	for i := range all {
		begin := tieredBeginning(i)
		b := sparseBytes{size: tieredSize, chunks: map[int64][]byte{}}
		b.add(0, append(bytes.Clone(begin), zeroChunk[:packRecordHead]...))
		all[i] = sparseRecord{h.sum(&b), stored.after(crc32.Checksum(begin, castagnoli)), crc.after(crc32.ChecksumIEEE(begin))}
	}
	return all
}

// writeTiered writes the packs into a store and into the copy of it, and returns the objects of the copy.
func writeTiered(h *sparseHasher, all []sparseRecord, store, copied string) (map[string]backup.Entry, error) {
	id, err := readStoreID(filepath.Join(store, "FORMAT"))
	if err == nil {
		err = os.MkdirAll(filepath.Join(copied, "packs"), 0o700)
	}
	if err != nil {
		return nil, err
	}
	objects, at := map[string]backup.Entry{}, time.Now()
	for from := 0; from < len(all); from += tieredPack {
		records := all[from:min(from+tieredPack, len(all))]
		number := uint32(tieredFirst + from/tieredPack)
		footer, crc := sparsePackFooter(id, number, records, tieredSize, tieredSpan, at)
		b := &sparseBytes{size: int64(len(records)*tieredSpan + len(footer)), chunks: map[int64][]byte{}}
		for i := range records {
			b.add(int64(i*tieredSpan/guts.ChunkSize), append(records[i].head(tieredSize, at), tieredBeginning(from+i)...))
		}
		for i := 0; i < len(footer); i += guts.ChunkSize {
			b.add(int64((len(records)*tieredSpan+i)/guts.ChunkSize), footer[i:min(i+guts.ChunkSize, len(footer))])
		}
		key, sum := fmt.Sprintf("packs/%08d-%08x.pk", number, crc), h.sum(b)
		objects[key] = backup.Entry{Size: b.size, Hash: hex.EncodeToString(sum[:16])}
		err := errors.Join(b.write(filepath.Join(store, "packs", fmt.Sprintf("%08d.pk", number))), b.write(filepath.Join(copied, key)))
		if err != nil {
			return nil, err
		}
	}
	return objects, nil
}

// listTiered adds objects to the newest list of contents of a copy.
func listTiered(copied string, objects map[string]backup.Entry) error {
	var mark backup.Watermark
	b, err := os.ReadFile(filepath.Join(copied, "watermark.json"))
	if err == nil {
		err = json.Unmarshal(b, &mark)
	}
	if err != nil {
		return err
	}
	name := filepath.Join(copied, "manifests", mark.Manifest+".json")
	var m backup.Manifest
	if b, err = os.ReadFile(name); err == nil {
		err = json.Unmarshal(b, &m)
	}
	if err != nil {
		return err
	}
	for key, e := range objects {
		m.Added[key] = e
	}
	if b, err = json.Marshal(m); err != nil {
		return err
	}
	sum := blobstore.Sum(b)
	mark.Hash = hex.EncodeToString(sum[:16])
	if err := os.WriteFile(name, b, 0o600); err != nil {
		return err
	}
	if b, err = json.Marshal(mark); err != nil {
		return err
	}
	b = bytes.TrimSuffix(b, []byte("}"))
	sum = blobstore.Sum(b)
	return os.WriteFile(filepath.Join(copied, "watermark.json"), fmt.Appendf(b, `,"sum":"%x"}`, sum[:16]), 0o600)
}

// insertTiered enters the files into the tree of a stopped appliance: all directories but the last one into one workspace, and that into
// another one.
func insertTiered(data, space, part string, all []sparseRecord) (err error) {
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(data, "anbar.db"))
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	defer func() { err = errors.Join(err, pool.Close()) }()
	tx, err := pool.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // nothing, once it is committed
	steps := func(q string, args ...any) {
		if err == nil {
			_, err = tx.Exec(q, args...)
		}
	}
	steps("CREATE TEMP TABLE made (x INTEGER PRIMARY KEY, hash BLOB)")
	for i := range all {
		steps("INSERT INTO made VALUES (?, ?)", i, all[i].digest[:])
	}
	const columns = "(id, space_id, parent_id, kind, name, name_key, sort_key, type_key, content_type, version_id, hash, number, size, " +
		"files, child_files, created_by, created_at, modified_by, modified_at)"
	var ids [2]db.SpaceID
	err = errors.Join(err, ids[0].UnmarshalText([]byte(space)), ids[1].UnmarshalText([]byte(part)))
	steps(`CREATE TEMP TABLE dirs AS WITH RECURSIVE c (x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x + 1 < ?1)
		SELECT 1000000 + x AS id, x, r.space_id, r.id AS root_id, r.created_by FROM c JOIN nodes r ON r.root = 'shared'
		AND r.space_id = iif(x + 1 < ?1, ?2, ?3)`, tieredDirs, ids[0], ids[1])
	steps(`INSERT INTO nodes `+columns+` SELECT id, space_id, root_id, 0, 'dir ' || x, 'dir ' || x, CAST(printf('%08d', x) AS BLOB), '', '',
		NULL, NULL, 0, ?1 * ?2, ?1, ?1, created_by, 1700000000000 + x, created_by, 1700000000000 + x FROM dirs`, tieredFiles, tieredSize)
	steps(`INSERT INTO nodes `+columns+` SELECT 10000000 + m.x, d.space_id, d.id, 1, 'گزارش ' || (m.x % ?1) || '.bin',
		'گزارش ' || (m.x % ?1) || '.bin', CAST(printf('%08d', ((m.x % ?1) * 7919) % ?1) AS BLOB), 'bin', 'application/octet-stream',
		10000000 + m.x, m.hash, 1, ?2, 0, 0, d.created_by, 1700000000000 + m.x, d.created_by, 1700000000000 + m.x
		FROM made m JOIN dirs d ON d.x = m.x / ?1`, tieredFiles, tieredSize)
	steps(`INSERT INTO versions (id, node_id, space_id, number, hash, size, content_type, created_by, created_at)
		SELECT id, id, space_id, 1, hash, size, content_type, created_by, created_at FROM nodes WHERE id >= 10000000 AND kind = 1
		AND version_id = id`)
	steps("UPDATE nodes SET since = id WHERE since = 0")
	steps(`UPDATE nodes SET child_dirs = c.dirs, directories = c.dirs, files = c.files, size = c.size
		FROM (SELECT root_id, count(*) AS dirs, count(*) * ?1 AS files, count(*) * ?1 * ?2 AS size FROM dirs GROUP BY root_id) c
		WHERE nodes.id = c.root_id`, tieredFiles, tieredSize)
	steps(`UPDATE spaces SET storage_used = c.size FROM (SELECT space_id, count(*) * ?1 * ?2 AS size FROM dirs GROUP BY space_id) c
		WHERE spaces.id = c.space_id`, tieredFiles, tieredSize)
	steps("DROP TABLE made")
	steps("DROP TABLE dirs")
	if err != nil {
		return err
	}
	return tx.Commit()
}

// makeTiered makes an appliance with a million files whose contents are all on its disk, and a copy of it. Its tier is turned on, and
// nothing may leave the disk yet. It returns the data directory and the id of the workspace with the last directory.
func makeTiered(dir, target string) (data, part string, err error) {
	data = filepath.Join(dir, "data")
	a, err := startFresh(data)
	if err != nil {
		return "", "", err
	}
	var made struct {
		Space string `json:"space_id"`
	}
	err = a.call("POST", "/storage/workspace", map[string]string{"title": "Part"}, &made)
	if err = errors.Join(err, a.stop()); err != nil {
		return "", "", err
	}
	h := &sparseHasher{map[[2]int64][8]uint32{}}
	all := hashTiered(h)
	if err := insertTiered(data, a.space, made.Space, all); err != nil {
		return "", "", err
	}
	if a, err = startAppliance(data, "--backup-to", target); err != nil {
		return "", "", err
	}
	err = runAnbar("tier", "in", "--data", data, "--days", "90", "--cache", tieredCache)
	err = errors.Join(err, runBackup(data), a.stop())
	copies, _ := filepath.Glob(filepath.Join(target, "copies", "*"))
	if err == nil && len(copies) != 1 {
		err = fmt.Errorf("%d copies at %s", len(copies), target)
	}
	if err != nil {
		return "", "", err
	}
	objects, err := writeTiered(h, all, filepath.Join(data, "blobs"), copies[0])
	if err == nil {
		err = listTiered(copies[0], objects)
	}
	return data, made.Space, err
}

// runAnbar runs a command of the product.
func runAnbar(args ...string) error {
	_, err := readAnbar(args...)
	return err
}

func readAnbar(args ...string) (string, error) {
	out, err := exec.Command(program[0], args...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("anbar %s: %w: %s", args[0], err, out)
	}
	return string(out), err
}
