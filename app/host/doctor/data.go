package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"anbar/db"

	"golang.org/x/sys/unix"
)

var dataChecks = []check{
	{"data_directory", examineData},
	{"secrets", examineSecrets},
	{"filesystem", examineFilesystem},
	{"disk", examineDisk},
	{"inodes", examineInodes},
	{"reserve", examineReserve},
	{"database", examineStructure},
	{"schema", examineSchema},
	{"upgrade", examineUpgrade},
	{"store", examineStore},
	{"growth", needsRunning(examineGrowth)},
}

func examineData(_ context.Context, p *Patient) verdict {
	info, err := os.Stat(p.Config.Data)
	if err != nil {
		return fail("error", "data_name", trouble(err))
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(owner.Uid) != os.Geteuid() && os.Geteuid() != 0 {
		return fail("data_owner", "data_owner",
			text("owner", strconv.Itoa(int(owner.Uid))), text("account", strconv.Itoa(os.Geteuid())), path(p.Config.Data))
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return fail("data_mode", "data_mode", text("mode", fmt.Sprintf("%#o", mode)), path(p.Config.Data))
	}
	return pass("data_own")
}

func examineSecrets(_ context.Context, p *Patient) verdict {
	info, err := os.Stat(p.Config.Secrets())
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(p.Config.Database()); err == nil {
			return fail("secrets_gone", "secrets")
		}
		return skip("never_ran")
	}
	if err != nil {
		return fail("error", "secrets", trouble(err))
	}
	f, err := os.Open(p.Config.Secrets())
	if err != nil {
		return fail("error", "secrets", trouble(err))
	}
	if err := f.Close(); err != nil || info.Mode().Perm()&0o077 != 0 {
		return fail("secrets_mode", "secrets_mode",
			text("mode", fmt.Sprintf("%#o", info.Mode().Perm())), path(p.Config.Secrets()))
	}
	return pass("secrets_own")
}

// The numbers of file systems, from statfs(2).
var networkFS = map[int64]string{
	0x6969: "NFS", 0x517b: "SMB", 0xfe534d42: "SMB", 0xff534d42: "CIFS", 0x01021997: "9p", 0x00c36400: "Ceph", 0x5346414f: "AFS",
	0x0bd00bd0: "Lustre", 0x6a656a63: "virtiofs",
}

func examineFilesystem(_ context.Context, p *Patient) verdict {
	var s unix.Statfs_t
	if err := unix.Statfs(p.Config.Data, &s); err != nil {
		return skip("system_silent", trouble(err))
	}
	kind := int64(uint32(s.Type))
	if name := networkFS[kind]; name != "" {
		return fail("filesystem_network", "filesystem", text("kind", name))
	}
	switch kind {
	case 0x01021994:
		return warn("filesystem_tmpfs", "filesystem")
	case 0x794c7630:
		return warn("filesystem_overlay", "filesystem")
	case 0x65735546:
		return warn("filesystem_fuse", "filesystem")
	}
	return pass("filesystem_local")
}

const fullShare = 10 // a tenth of the disk free is enough

func examineDisk(_ context.Context, p *Patient) verdict {
	var s unix.Statfs_t
	if err := unix.Statfs(p.Config.Data, &s); err != nil {
		return skip("system_silent", trouble(err))
	}
	total, free := int64(s.Blocks)*s.Bsize, int64(s.Bavail)*s.Bsize
	switch reserve := max(1<<30, total/50); {
	case free <= reserve:
		return fail("disk_full", "disk", size("free", free), size("total", total))
	case free < total/fullShare:
		return warn("disk_free", "disk", size("free", free), size("total", total))
	}
	return pass("disk_free", size("free", free), size("total", total))
}

func examineInodes(_ context.Context, p *Patient) verdict {
	var s unix.Statfs_t
	if err := unix.Statfs(p.Config.Data, &s); err != nil || s.Files == 0 {
		return skip("inodes_endless")
	}
	switch share := float64(s.Ffree) / float64(s.Files); {
	case s.Ffree < 1000:
		return fail("inodes_few", "inodes_more", count("left", s.Ffree))
	case share < .05:
		return warn("inodes_left", "inodes", percent("left", share*100))
	}
	return pass("inodes_left", percent("left", float64(s.Ffree)/float64(s.Files)*100))
}

func examineReserve(_ context.Context, p *Patient) verdict {
	if _, err := os.Stat(p.Config.Blobs()); err != nil {
		return skip("never_ran")
	}
	if _, err := os.Stat(filepath.Join(p.Config.Blobs(), "RESERVE")); err != nil {
		return warn("reserve_gone", "reserve")
	}
	return pass("reserve_there")
}

// inspect returns what the structure of a database says, looked at with or without the server that has it open.
func inspect(ctx context.Context, p *Patient) (*db.Inspection, error) {
	if p.Running != nil {
		return db.Get(ctx, p.Running.DB, (*db.View).Inspect)
	}
	return db.InspectFile(ctx, p.Config.Database())
}

func examineStructure(ctx context.Context, p *Patient) verdict {
	if _, err := os.Stat(p.Config.Database()); errors.Is(err, fs.ErrNotExist) {
		return skip("database_none")
	}
	i, err := inspect(ctx, p)
	switch {
	case err != nil && ctx.Err() != nil:
		return skip("database_large")
	case err != nil:
		return fail("error", "database_unread", trouble(err))
	case len(i.Problems) > 0:
		return fail("database_damaged", "database", text("problem", i.Problems[0]))
	}
	return pass("database_sound")
}

func examineSchema(ctx context.Context, p *Patient) verdict {
	if _, err := os.Stat(p.Config.Database()); errors.Is(err, fs.ErrNotExist) {
		return skip("database_none")
	}
	var schema int64
	var err error
	if p.Running != nil {
		schema, err = db.Get(ctx, p.Running.DB, (*db.View).SchemaVersion)
	} else {
		schema, err = db.SchemaOfFile(ctx, p.Config.Database())
	}
	switch {
	case err != nil:
		return fail("error", "database_rights", trouble(err))
	case schema > db.LatestSchema():
		return fail("schema_newer", "schema", count("schema", schema), count("latest", db.LatestSchema()))
	case schema < db.LatestSchema():
		return pass("schema_older", count("schema", schema), count("latest", db.LatestSchema()))
	}
	return pass("schema_current", count("schema", schema))
}

func examineUpgrade(_ context.Context, p *Patient) verdict {
	if _, err := os.Stat(filepath.Join(p.Config.Data, "snapshots", "unfinished")); err == nil {
		return warn("upgrade_unfinished", "upgrade")
	}
	return pass("upgrade_none")
}

func examineStore(_ context.Context, p *Patient) verdict {
	names, err := os.ReadDir(filepath.Join(p.Config.Blobs(), "quarantine"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fail("error", "store_rights", trouble(err))
	}
	if p.Running != nil {
		if n := p.Running.Blobs.Stats().Suspects; n > 0 {
			return fail("store_damaged", "store", count("contents", n))
		}
	}
	if len(names) > 0 {
		return warn("store_aside", "store_aside", count("contents", len(names)))
	}
	return pass("store_sound")
}

const muchTrash = 10 << 30

func examineGrowth(ctx context.Context, p *Patient) verdict {
	g, err := db.Get(ctx, p.Running.DB, (*db.View).CountRemovable)
	if err != nil {
		return skip("error", trouble(err))
	}
	if n := g.Trash + g.Versions; n > muchTrash && n > g.All/2 {
		return warn("growth", "growth", size("trash", g.Trash), size("versions", g.Versions), size("all", g.All))
	}
	return pass("growth", size("trash", g.Trash), size("versions", g.Versions), size("all", g.All))
}
