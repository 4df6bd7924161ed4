package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"anbar/app/base/progress"
	"anbar/db"

	"golang.org/x/sys/unix"
)

var dataChecks = []check{
	{"data_directory", "It holds everything, also links that let people in, and so is for the server's account alone.", examineData},
	{"secrets", "Without the file \"secrets\" nobody stays signed in, and what staff entered cannot be read.", examineSecrets},
	{"filesystem", "SQLite needs a file system that locks and flushes as a local one does.", examineFilesystem},
	{"disk", "Below its reserve the server refuses new files.", examineDisk},
	{"inodes", "A disk without free inodes takes no new file, however much room it has.", examineInodes},
	{"reserve", "The reserve is what lets the database and deletions go on when the disk is full.", examineReserve},
	{"database", "A damaged database has to be restored from a copy, the earlier the better.", examineStructure},
	{"schema", "A database of a newer program is refused.", examineSchema},
	{"upgrade", "An upgrade that was interrupted goes on at the next start.", examineUpgrade},
	{"store", "Contents that are damaged on the disk are replaced from the backup target, if it has them.", examineStore},
	{"growth", "Deleted files and old versions take room until they are removed.", needsRunning(examineGrowth)},
}

func examineData(_ context.Context, p *Patient) verdict {
	info, err := os.Stat(p.Config.Data)
	if err != nil {
		return fail("Name the data directory with --data.").describe("%v", err)
	}
	mend := "chown -R the data directory to the account of the server, and chmod 700 it."
	owner, ok := info.Sys().(*syscall.Stat_t)
	if ok && int(owner.Uid) != os.Geteuid() && os.Geteuid() != 0 {
		return fail(mend).describe("it belongs to the account %d, and this is the account %d", owner.Uid, os.Geteuid())
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return fail(mend).describe("its mode is %#o: other accounts of the machine can open it", mode)
	}
	return pass("it belongs to the server's account alone")
}

func examineSecrets(_ context.Context, p *Patient) verdict {
	mend := "Bring the file back from a copy, and give it to the account of the server with the mode 600."
	info, err := os.Stat(p.Config.Secrets())
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(p.Config.Database()); err == nil {
			return fail(mend).describe("there is a database and no file of secrets")
		}
		return skip("the appliance never ran")
	}
	if err != nil {
		return fail(mend).describe("%v", err)
	}
	f, err := os.Open(p.Config.Secrets())
	if err != nil {
		return fail(mend).describe("%v", err)
	}
	if err := f.Close(); err != nil || info.Mode().Perm()&0o077 != 0 {
		return fail(mend).describe("its mode is %#o", info.Mode().Perm())
	}
	return pass("they are there, for the server's account alone")
}

// The numbers of file systems, from statfs(2).
var (
	networkFS = map[int64]string{
		0x6969: "NFS", 0x517b: "SMB", 0xfe534d42: "SMB", 0xff534d42: "CIFS", 0x01021997: "9p", 0x00c36400: "Ceph", 0x5346414f: "AFS",
		0x0bd00bd0: "Lustre", 0x6a656a63: "virtiofs",
	}
	oddFS = map[int64]string{
		0x01021994: "tmpfs, which is lost with the next start of the machine", 0x794c7630: "overlayfs, which is lost with the container",
		0x65735546: "FUSE, whose locks and flushes may be those of a network",
	}
)

func examineFilesystem(_ context.Context, p *Patient) verdict {
	var s unix.Statfs_t
	if err := unix.Statfs(p.Config.Data, &s); err != nil {
		return skip("the system does not say: %v", err)
	}
	kind := int64(uint32(s.Type))
	mend := "Put the data directory on a local disk with ext4, XFS, Btrfs or ZFS; the backup target may be on a network."
	if name := networkFS[kind]; name != "" {
		return fail(mend).describe("the data directory is on %s", name)
	}
	if name := oddFS[kind]; name != "" {
		return warn(mend).describe("the data directory is on %s", name)
	}
	return pass("a local one")
}

const fullShare = 10 // a tenth of the disk free is enough

func examineDisk(_ context.Context, p *Patient) verdict {
	var s unix.Statfs_t
	if err := unix.Statfs(p.Config.Data, &s); err != nil {
		return skip("the system does not say: %v", err)
	}
	total, free := int64(s.Blocks)*s.Bsize, int64(s.Bavail)*s.Bsize
	mend := "Free the disk, or enlarge it; the trash and the versions of files can be emptied."
	text := progress.FormatBytes(free) + " of " + progress.FormatBytes(total) + " are free"
	switch reserve := max(1<<30, total/50); {
	case free <= reserve:
		return fail(mend).describe("%s: new files are refused", text)
	case free < total/fullShare:
		return warn(mend).describe("%s", text)
	}
	return pass("%s", text)
}

func examineInodes(_ context.Context, p *Patient) verdict {
	var s unix.Statfs_t
	if err := unix.Statfs(p.Config.Data, &s); err != nil || s.Files == 0 {
		return skip("the file system has no limit of them")
	}
	switch share := float64(s.Ffree) / float64(s.Files); {
	case s.Ffree < 1000:
		return fail("Remove files that are not the appliance's, or make the file system anew with more inodes.").
			describe("%d are left", s.Ffree)
	case share < .05:
		return warn("Remove files that are not the appliance's.").describe("%.0f %% are left", share*100)
	}
	return pass("%.0f %% are left", float64(s.Ffree)/float64(s.Files)*100)
}

func examineReserve(_ context.Context, p *Patient) verdict {
	if _, err := os.Stat(p.Config.Blobs()); err != nil {
		return skip("the appliance never ran")
	}
	if _, err := os.Stat(filepath.Join(p.Config.Blobs(), "RESERVE")); err != nil {
		return warn("Free the disk: the server takes the reserve back by itself.").describe("it was given up, as the disk was full")
	}
	return pass("it is there")
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
		return skip("there is none yet")
	}
	i, err := inspect(ctx, p)
	switch {
	case err != nil && ctx.Err() != nil:
		return skip("it is large, and the look at it did not end in time; \"anbar check\" looks for as long as it takes")
	case err != nil:
		return fail("Look at the disk and the rights of the file; \"anbar restore\" brings a copy back.").describe("%v", err)
	case len(i.Problems) > 0:
		return fail("Stop the server, keep the data directory, and restore the newest copy with \"anbar restore\".").
			describe("%s", i.Problems[0])
	}
	return pass("its structure is sound")
}

func examineSchema(ctx context.Context, p *Patient) verdict {
	if _, err := os.Stat(p.Config.Database()); errors.Is(err, fs.ErrNotExist) {
		return skip("there is none yet")
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
		return fail("Look at the disk and the rights of the file.").describe("%v", err)
	case schema > db.LatestSchema():
		return fail("Install the newer version of Anbar again.").
			describe("it is %d, and this program knows up to %d", schema, db.LatestSchema())
	case schema < db.LatestSchema():
		return pass("%d; the next start brings it to %d", schema, db.LatestSchema())
	}
	return pass("%d, the newest one", schema)
}

func examineUpgrade(_ context.Context, p *Patient) verdict {
	if _, err := os.Stat(filepath.Join(p.Config.Data, "snapshots", "unfinished")); err == nil {
		return warn("Start the appliance, and let it run until it serves.").describe("an upgrade of the database did not end")
	}
	return pass("none is unfinished")
}

func examineStore(_ context.Context, p *Patient) verdict {
	mend := "Check the disk (smartctl), then run \"anbar check\", which names what is damaged."
	names, err := os.ReadDir(filepath.Join(p.Config.Blobs(), "quarantine"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fail("Look at the disk and the rights of the directory.").describe("%v", err)
	}
	if p.Running != nil {
		if n := p.Running.Blobs.Stats().Suspects; n > 0 {
			return fail(mend).describe("%d contents are damaged", n)
		}
	}
	if len(names) > 0 {
		return warn(mend+" Then remove what is in blobs/quarantine.").describe("%d damaged contents were set aside", len(names))
	}
	return pass("no damage was seen")
}

const muchTrash = 10 << 30

func examineGrowth(ctx context.Context, p *Patient) verdict {
	g, err := db.Get(ctx, p.Running.DB, (*db.View).CountRemovable)
	if err != nil {
		return skip("%v", err)
	}
	text := progress.FormatBytes(g.Trash) + " in trashes, " + progress.FormatBytes(g.Versions) + " in older versions, " +
		progress.FormatBytes(g.All) + " in all"
	if n := g.Trash + g.Versions; n > muchTrash && n > g.All/2 {
		return warn("Owners of workspaces can empty their trash, and keep fewer versions.").describe("%s", text)
	}
	return pass("%s", text)
}
