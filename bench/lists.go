package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"anbar/db"
)

const (
	manyDirs  = 100
	manyFiles = 10_000 // in each
	fewFiles  = 100
	bigFolder = 2_000_000 // number of a directory
	bigFiles  = 100_000   // in it
)

// insertTree fills the tree of a stopped appliance: so many directories of 10,000
// files, one of 100, and one of 100,000 when it is asked for.
func insertTree(data string, dirs int, big bool) error {
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(data, "anbar.db"))
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(1)
	dirsText, bigText := strconv.Itoa(dirs), "0"
	if big {
		bigText = strconv.Itoa(bigFiles)
	}
	columns := "(id, space_id, parent_id, kind, name, name_key, sort_key, type_key, content_type, version_id, hash, number, size, " +
		"files, child_files, created_by, created_at, modified_by, modified_at)"
	for _, q := range []string{
		"PRAGMA foreign_keys = off",
		`INSERT INTO nodes ` + columns + ` WITH RECURSIVE c (x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x < ` + dirsText + `)
			SELECT 1000000 + x, r.space_id, r.id, 0, 'dir ' || x, 'dir ' || x, CAST(printf('%08d', x) AS BLOB), '', '', NULL, NULL, 0, 5000,
				iif(x < ` + dirsText + `, 10000, 100), iif(x < ` + dirsText + `, 10000, 100),
			r.created_by, 1700000000000 + x, r.created_by, 1700000000000 + x FROM c, nodes r WHERE r.root = 'shared'`,
		`INSERT INTO nodes ` + columns + ` WITH RECURSIVE d (y) AS (SELECT 0 UNION ALL SELECT y + 1 FROM d WHERE y < ` + dirsText +
			`), c (x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x < 9999)
			SELECT 10000000 + y * 10000 + x, r.space_id, 1000000 + y, 1, 'گزارش ' || x || '.pdf', 'گزارش ' || x || '.pdf',
			CAST(printf('%08d', (x * 7919) % 10000) AS BLOB), 'pdf', 'application/pdf',
			10000000 + y * 10000 + x, CAST(printf('%032d', x) AS BLOB), 1, x, 0, 0, r.created_by, 1700000000000 + x, r.created_by,
			1700000000000 + x
			FROM d, c, nodes r WHERE r.root = 'shared' AND (y < ` + dirsText + ` OR x < 100)`,
		`INSERT INTO nodes ` + columns + ` SELECT 2000000, r.space_id, r.id, 0, 'big', 'big', x'01', '', '', NULL, NULL, 0, 0, ` + bigText +
			`, ` + bigText + `, r.created_by, 1700000000000, r.created_by, 1700000000000
			FROM nodes r WHERE r.root = 'shared' AND ` + bigText + ` > 0`,
		`INSERT INTO nodes ` + columns + ` WITH RECURSIVE c (x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c WHERE x + 1 < ` + bigText + `)
			SELECT 20000000 + x, r.space_id, 2000000, 1, 'صورت‌جلسه ' || x || '.docx', 'صورت‌جلسه ' || x || '.docx', CAST(printf('%08d',
			(x * 7919) % 100000) AS BLOB), 'docx', 'application/octet-stream',
			20000000 + x, CAST(printf('%032d', x) AS BLOB), 1, 0, 0, 0, r.created_by, 1700000000000 + x, r.created_by, 1700000000000 + x
			FROM c, nodes r WHERE r.root = 'shared' AND ` + bigText + ` > 0`,
		`INSERT INTO versions (id, node_id, space_id, number, hash, size, content_type, created_by, created_at) ` +
			`SELECT id, id, space_id, 1, hash, 0, content_type, created_by, created_at FROM nodes WHERE parent_id = 2000000`,
		"UPDATE nodes SET since = id WHERE since = 0",
		"UPDATE spaces SET storage_limit = 0, node_limit = 0",
		`UPDATE nodes SET child_dirs = (SELECT count(*) FROM nodes c WHERE c.parent_id = nodes.id), directories = (SELECT count(*)
			FROM nodes c WHERE c.parent_id = nodes.id),
			files = (SELECT sum(files) FROM nodes c WHERE c.parent_id = nodes.id), size = (SELECT sum(size) FROM nodes c
				WHERE c.parent_id = nodes.id) WHERE root = 'shared'`,
	} {
		if _, err := pool.Exec(q); err != nil {
			return errors.Join(err, pool.Close())
		}
	}
	return pool.Close()
}

// startWithTree is an appliance with a million nodes.
func (r *run) startWithTree(name string) (*appliance, string, error) {
	return r.startWithTreeOf(name, manyDirs, false)
}

func (r *run) startWithTreeOf(name string, dirs int, big bool) (*appliance, string, error) {
	dir, err := r.newDirectory(name)
	if err != nil {
		return nil, "", err
	}
	data := filepath.Join(dir, "data")
	a, err := startFresh(data)
	if err != nil {
		return nil, "", err
	}
	if err := a.stop(); err != nil {
		return nil, "", err
	}
	if err := insertTree(data, dirs, big); err != nil {
		return nil, "", err
	}
	if a, err = startAppliance(data); err != nil {
		return nil, "", err
	}
	return a, data, a.signIn()
}

func processCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// timeSQL is the CPU of one page of a directory without anything around it.
func timeSQL(data string, pages int) (time.Duration, error) {
	d, err := db.Open(context.Background(), filepath.Join(data, "anbar.db"))
	if err != nil {
		return 0, err
	}
	before := processCPU()
	for i := range pages {
		err := d.View(context.Background(), func(v *db.View) error {
			all, err := v.Children(db.NodeID(1000000+i%manyDirs), db.File, db.ByName, false, db.Place{}, 100)
			if err == nil && len(all) != 100 {
				err = fmt.Errorf("%d rows", len(all))
			}
			return err
		})
		if err != nil {
			return 0, err
		}
	}
	used := (processCPU() - before) / time.Duration(pages)
	return used, d.Close()
}

const pages = 1500

// measureLists: pages of directories, with a million nodes in the database.
func (r *run) measureLists() error {
	a, data, err := r.startWithTree("lists")
	if err != nil {
		return err
	}
	var took []time.Duration
	first := func(i int) error {
		begin := time.Now()
		err := a.call("GET", fmt.Sprintf("/storage/space/%s/directory/%s?sort=name:1", a.space, db.NodeID(1000000+i%manyDirs)), nil, nil)
		took = append(took, time.Since(begin))
		return err
	}
	var cpus []time.Duration
	for range rounds {
		before := a.cpu()
		for i := range pages {
			if err := first(i); err != nil {
				return err
			}
		}
		cpus = append(cpus, (a.cpu()-before)/pages)
	}
	if err := r.measureLoads(a); err != nil {
		return err
	}
	now, peak := a.memory()
	r.addAtMost("memory at most under lists, MiB", float64(peak)/mib, 200, "resident; %.0f MiB at the end", float64(now)/mib)
	if err := a.stop(); err != nil {
		return err
	}
	bare, err := timeSQL(data, pages*2)
	if err != nil {
		return err
	}
	r.addAtMost("first page of a 10,000-entry folder, 1,000,000 nodes: server CPU over the bare SQL of it",
		float64(median(cpus))/float64(bare),
		3,
		"%v over %v; p99 %v", median(cpus).Round(time.Microsecond), bare.Round(time.Microsecond),
		percentile(took, 0.99).Round(10*time.Microsecond))
	return nil
}

const requests = 24_000

// measureLoads: many requests on 16 connections.
func (r *run) measureLoads(a *appliance) error {
	b, err := startBaseline(r.dir, false)
	if err != nil {
		return err
	}
	hundred := fmt.Sprintf("%s/storage/space/%s/directory/%s?sort=name:1", a.api, a.space, db.NodeID(1000000+manyDirs))
	var listRate, listCPU, small []float64
	for range rounds {
		rate, cpu, err := measureLoad(a.process, hundred, a.token, requests/6)
		if err != nil {
			return err
		}
		listRate, listCPU = append(listRate, rate), append(listCPU, cpu.Seconds()*1000)
		_, empty, err := measureLoad(b, b.url+"/empty", "", requests)
		if err != nil {
			return err
		}
		_, me, err := measureLoad(a.process, a.api+"/accounts/v1/users/me", a.token, requests)
		if err != nil {
			return err
		}
		small = append(small, float64(me)/float64(empty))
	}
	r.addAtLeast("100-entry folder as JSON, 16 connections, requests/s", median(listRate), 3500, "the client on the same cores")
	r.addAtMost("server CPU of each, ms", median(listCPU), 0.35, "an absolute figure of this machine")
	r.addAtMost("small authenticated JSON call, 16 connections: server CPU over an empty net/http handler", median(small), 3,
		"GET users/me")
	return b.kill()
}

// measureLoad sends requests on 16 raw connections, so that the client costs little,
// and returns the rate and the server's CPU for each.
func measureLoad(p *process, url, token string, n int) (float64, time.Duration, error) {
	host, path, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	before, begin := p.cpu(), time.Now()
	err := loadTest(host, "/"+path, token, n)
	return float64(n) / time.Since(begin).Seconds(), (p.cpu() - before) / time.Duration(n), err
}
