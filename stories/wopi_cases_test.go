package stories

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// wopiCase is a case of the public validator of the protocol, written down from the protocol's documentation. A step is an
// operation with its parameters, the status, and what the answer says: lock=TEXT, body=TEXT, name=TEXT.
type wopiCase struct {
	name  string
	file  string // docx unless said otherwise; "empty" for one without bytes
	steps []string
}

var long = strings.Repeat("0123456789abcdef", 64) // 1024 characters

var jsonLock = `{"S":"0136ad16-9725-43c3-9ea0-5e01d2dbc162","E":2,"M":"DE997C5AC4E6","P":"6058AF1E-A36F-4691-9003-B8E2C7F50937"}`

var wopiCases = []wopiCase{
	{"BaseWopiViewing.ViewOnly", "", []string{"info => 200", "get => 200 body=original"}},
	{"BaseWopiViewing.GetUnlockedFile", "", []string{"get => 200 body=original"}},
	{"BaseWopiViewing.MaxExpectedSize", "", []string{"get max=10000 => 200", "get max=1 => 412"}},
	{"EditFlows.BasicEdit", "", []string{
		"info => 200", "lock lock=A => 200", "get => 200 body=original", "put lock=A body=second => 200", "unlock lock=A => 200",
		"get => 200 body=second",
	}},
	{"EditFlows.EditNoChange", "", []string{
		"info => 200", "lock lock=A => 200", "get => 200", "put lock=A body=original => 200", "unlock lock=A => 200",
	}},
	{"EditFlows.PutUnlockedFile", "empty", []string{"put body=first => 200", "get => 200 body=first"}},
	{"EditFlows.PutUnlockedFileNotEmpty", "", []string{"put body=x => 409 lock=", "get => 200 body=original"}},
	{"EditFlows.PutWithLockOfUnlockedFile", "", []string{"lock lock=A => 200", "unlock lock=A => 200", "put lock=A body=x => 409 lock="}},
	{"EditFlows.NoOverride", "", []string{"put-none lock=A body=x => 501"}},
	{"EditFlows.ManySaves", "", []string{
		"lock lock=A => 200", "put lock=A body=1 => 200", "put lock=A body=2 => 200", "put lock=A body=2 => 200", "get => 200 body=2",
		"unlock lock=A => 200",
	}},
	{"Locks.LockLength", "", []string{"lock lock=" + long[:256] + " => 200", "unlock lock=" + long[:256] + " => 200"}},
	{"Locks.ExtendedLockLength", "", []string{
		"lock lock=" + long + " => 200", "getlock => 200 lock=" + long, "unlock lock=" + long + " => 200",
	}},
	{"Locks.LockTooLong", "", []string{"lock lock=" + long + "x => 400", "getlock => 200 lock="}},
	{"Locks.LockMissing", "", []string{"lock => 400", "refresh => 400", "unlock => 400"}},
	{"Locks.LockFormat", "", []string{"lock lock=" + jsonLock + " => 200", "unlock lock=" + jsonLock + " => 200"}},
	{"Locks.SuccessfulLockSequence", "", []string{
		"lock lock=A => 200", "refresh lock=A => 200", "relock lock=B old=A => 200", "unlock lock=B => 200",
	}},
	{"Locks.LockMismatchAfterUnlockAndRelock", "", []string{
		"lock lock=A => 200", "relock lock=B old=A => 200", "unlock lock=A => 409 lock=B", "unlock lock=B => 200",
	}},
	{"Locks.DoubleLockSequence", "", []string{"lock lock=A => 200", "lock lock=A => 200", "unlock lock=A => 200"}},
	{"Locks.UnlockUnlockedFile", "", []string{"unlock lock=A => 409 lock="}},
	{"Locks.RefreshUnlockedFile", "", []string{"refresh lock=A => 409 lock="}},
	{"Locks.RelockUnlockedFile", "", []string{"relock lock=B old=A => 409 lock="}},
	{"Locks.UnlockTwice", "", []string{"lock lock=A => 200", "unlock lock=A => 200", "unlock lock=A => 409 lock="}},
	{"Locks.LockMismatchOnLock", "", []string{"lock lock=A => 200", "lock lock=X => 409 lock=A", "unlock lock=A => 200"}},
	{"Locks.LockMismatchOnUnlock", "", []string{"lock lock=A => 200", "unlock lock=X => 409 lock=A", "unlock lock=A => 200"}},
	{"Locks.LockMismatchOnRefresh", "", []string{"lock lock=A => 200", "refresh lock=X => 409 lock=A", "unlock lock=A => 200"}},
	{"Locks.LockMismatchOnUnlockAndRelock", "", []string{
		"lock lock=A => 200", "relock lock=B old=X => 409 lock=A", "unlock lock=A => 200",
	}},
	{"Locks.LockMismatchOnPutFile", "", []string{
		"lock lock=A => 200", "put lock=X body=x => 409 lock=A", "put body=x => 409 lock=A", "get => 200 body=original",
		"unlock lock=A => 200",
	}},
	{"Locks.LocksAreCaseSensitive", "", []string{"lock lock=A => 200", "refresh lock=a => 409 lock=A", "unlock lock=A => 200"}},
	{"Locks.LockAfterUnlock", "", []string{"lock lock=A => 200", "unlock lock=A => 200", "lock lock=B => 200", "unlock lock=B => 200"}},
	{"GetLock.LockedFile", "", []string{"lock lock=A => 200", "getlock => 200 lock=A", "unlock lock=A => 200"}},
	{"GetLock.UnlockedFile", "", []string{"getlock => 200 lock="}},
	{"GetLock.AfterUnlockAndRelock", "", []string{
		"lock lock=A => 200", "relock lock=B old=A => 200", "getlock => 200 lock=B", "unlock lock=B => 200", "getlock => 200 lock=",
	}},
	{"AccessTokens.Invalid", "", []string{
		"info token=x => 401", "lock lock=A => 200", "get token=x => 401", "put lock=A body=x token=x => 401", "lock lock=A token=x => 401",
		"unlock lock=A token=x => 401", "refresh lock=A token=x => 401", "getlock token=x => 401", "relative suggested=.odt token=x => 401",
		"put lock=A body=y => 200", "unlock lock=A => 200",
	}},
	{"PutRelativeFile.SuggestedExtension", "", []string{"relative suggested=.foox body=n => 200 name=.foox"}},
	{"PutRelativeFile.SuggestedName", "", []string{"relative suggested=madeup.wopitest body=n => 200 name=madeup.wopitest"}},
	{"PutRelativeFile.SuggestedNameConflict", "", []string{
		"relative suggested=conflict.docx body=n => 200 name=conflict.docx", "relative suggested=conflict.docx body=n => 200 name=.docx",
	}},
	{"PutRelativeFile.SuggestedNameNotValid", "", []string{"relative suggested=a/b.docx body=n => 200 name=a_b.docx"}},
	{"PutRelativeFile.SuggestedUTF7", "", []string{"relative suggested=+BkYGJwZFBkc-.docx body=n => 200 name=نامه.docx"}},
	{"PutRelativeFile.RelativeName", "", []string{"relative exact=exact1.docx body=n => 200 name=exact1.docx"}},
	{"PutRelativeFile.OverwriteTrueNoEffect", "", []string{"relative exact=exact2.docx over=true body=n => 200 name=exact2.docx"}},
	{"PutRelativeFile.OverwriteFalseNoEffect", "", []string{"relative exact=exact3.docx over=false body=n => 200 name=exact3.docx"}},
	{"PutRelativeFile.ConflictNoOverwrite", "", []string{
		"relative exact=exact4.docx body=n => 200", "relative exact=exact4.docx body=n => 409 lock= free=exact4",
	}},
	{"PutRelativeFile.ConflictOverwriteFalse", "", []string{
		"relative exact=exact5.docx body=n => 200", "relative exact=exact5.docx over=false body=n => 409 lock= free=exact5",
	}},
	{"PutRelativeFile.ConflictOverwriteTrue", "", []string{
		"relative exact=exact6.docx body=n => 200", "relative exact=exact6.docx over=true body=m => 200 name=exact6.docx",
	}},
	{"PutRelativeFile.ConflictLockedFile", "", []string{
		"relative exact=exact7.docx body=n => 200 name=exact7.docx", "made lock lock=L => 200",
		"relative exact=exact7.docx over=true body=m => 409 lock=L", "made unlock lock=L => 200",
	}},
	{"PutRelativeFile.NameNotValid", "", []string{"relative exact=a/b.docx body=n => 400 free=a_b.docx"}},
	{"PutRelativeFile.BothNames", "", []string{"relative exact=a.docx suggested=b.docx body=n => 501"}},
	{"PutRelativeFile.NoName", "", []string{"relative body=n => 400"}},
	{"PutRelativeFile.NoUTF7", "", []string{"relative suggested=+A.docx body=n => 400"}},
	{"PutRelativeFile.WrongType", "", []string{"relative exact=wrong.pdf body=n => 400", "relative suggested=.docx raw=text => 400"}},
	{"PutRelativeFile.NewFileIsOpened", "", []string{
		"relative suggested=opened.docx body=n => 200", "made info => 200", "made lock lock=N => 200", "made put lock=N body=o => 200",
		"made get => 200 body=o", "made unlock lock=N => 200",
	}},
	{"RenameFile.Unsupported", "", []string{"rename => 501"}},
	{"ProofKeys.CurrentValid", "", []string{"info => 200"}},
	{"ProofKeys.OldKeyWithNewHeader", "", []string{"signs before", "info => 200"}},
	{"ProofKeys.AfterRotation", "", []string{"rotate", "info => 200"}},
	{"ProofKeys.Forged", "", []string{
		"signs forged", "info => 500", "get => 500", "lock lock=A => 500", "put lock=A body=x => 500", "relative suggested=.odt => 500",
		"signs", "getlock => 200 lock=",
	}},
	{"ProofKeys.Missing", "", []string{"signs none", "info => 500"}},
	{"ProofKeys.TooOld", "", []string{"signs late", "info => 500"}},
	{"ProofKeys.FromTheFuture", "", []string{"signs early", "info => 500"}},
	{"ProofKeys.AnotherAddress", "", []string{"signs other", "info => 500"}},
	{"Sizes.PutSaysAnotherSize", "", []string{
		"lock lock=A => 200", "put lock=A size=999 body=x => 400", "put lock=A size=6 body=x => 200", "unlock lock=A => 200",
	}},
	{"Types.PutIsNoDocument", "", []string{
		"lock lock=A => 200", "put lock=A raw=<html> => 400", "put lock=A raw= => 400", "get => 200 body=original", "unlock lock=A => 200",
	}},
}

func TestWopiCases(t *testing.T) {
	t.Parallel()
	a := newAppliance(t, dataDir(t))
	a.Editors.Merger = plainMerger{}
	o := newWopiServer(func() http.Handler { return a })
	t.Cleanup(o.Close)
	owner := person(t, a, "owner")
	connectWopi(t, a, o)
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	for _, c := range wopiCases {
		t.Run(c.name, func(t *testing.T) {
			content := []byte("PK\x03\x04 original")
			if c.file == "empty" {
				content = nil
			}
			file := owner.put(t, space, root, c.name+".docx", content)
			open := owner.do("GET", "/editor/onlyoffice/space/"+space+"/directory/"+root+"/file/"+file+"/open", nil).must(t, 200)
			token, _, err := o.open(open.Body)
			if err != nil {
				t.Fatal(err)
			}
			at := &wopiRun{o: o, source: o.sources[token], token: token}
			defer func() { o.signs = "" }()
			for _, step := range c.steps {
				if err := at.step(step); err != nil {
					t.Fatalf("%s: %v", step, err)
				}
			}
		})
	}
}

// TestOneLockWins has people lock and save one file at once, each with a lock of their own: one of them holds it, and what
// the others send is nowhere in it.
func TestOneLockWins(t *testing.T) {
	a := newAppliance(t, dataDir(t))
	a.Editors.Merger = plainMerger{}
	o := newWopiServer(func() http.Handler { return a })
	t.Cleanup(o.Close)
	owner := person(t, a, "owner")
	connectWopi(t, a, o)
	s := owner.do("POST", "/storage/workspace", map[string]string{"title": "Team"}).must(t, 201)
	space, root := s.get(t, "space_id").(string), s.get(t, "root_directory_id").(string)
	file := owner.put(t, space, root, "one.docx", []byte("PK\x03\x04 original"))
	open := owner.do("GET", "/editor/onlyoffice/space/"+space+"/directory/"+root+"/file/"+file+"/open", nil).must(t, 200)
	token, _, err := o.open(open.Body)
	if err != nil {
		t.Fatal(err)
	}
	var won atomic.Int64
	var winner atomic.Value
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			lock := fmt.Sprintf("L%d", i)
			got, err := o.do("lock", o.sources[token], token, http.Header{"X-Wopi-Lock": {lock}}, nil)
			if err != nil {
				t.Error(err)
				return
			}
			if got.Status == http.StatusOK {
				won.Add(1)
				winner.Store(lock)
			}
			put, err := o.do("put", o.sources[token], token, http.Header{"X-Wopi-Lock": {lock}}, []byte("PK\x03\x04 "+lock))
			if err != nil || (put.Status == http.StatusOK) != (got.Status == http.StatusOK) {
				t.Errorf("%s: locked %d, saved %d: %v", lock, got.Status, put.Status, err)
			}
		})
	}
	all.Wait()
	now, err := o.do("get", o.sources[token], token, nil, nil)
	if err != nil || won.Load() != 1 || string(now.Body) != "PK\x03\x04 "+winner.Load().(string) {
		t.Errorf("%d locked, %v is in the file: %v", won.Load(), string(now.Body), err)
	}
	files := owner.do("GET", "/storage/space/"+space+"/directory/"+root, nil).must(t, 200).get(t, "files").([]any)
	if len(files) != 1 {
		t.Errorf("there are %d files", len(files))
	}
}
