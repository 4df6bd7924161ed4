package host

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"anbar/app/host/rehearsal"
	"anbar/app/operation/backup"
	"anbar/blobstore"
	"anbar/config"
	"anbar/db"
)

const serveWait = 10 * time.Minute // for a second appliance that gives files out

// serveCopy has a process of this program open a data directory as an appliance, and give out files to their owners.
func serveCopy(ctx context.Context, s config.Storage, files []db.SampleFile) ([]backup.Download, error) {
	program, err := os.Executable() // it may be a newer one that a package laid down, which opens the copy as well
	if err != nil {
		return nil, err
	}
	asked := make([]rehearsal.Answer, len(files))
	for i, f := range files {
		asked[i].Question = rehearsal.Question{About: "a file", User: f.User, Path: fmt.Sprintf(
			"/download/space/%s/directory/%s/file/%s/direct", f.Space, f.Parent, f.ID)}
	}
	ask, out := filepath.Join(s.Data, "asked.jsonl"), filepath.Join(s.Data, "answers.jsonl")
	if err := rehearsal.WriteAnswers(ask, asked); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, serveWait)
	defer cancel()
	const most = 1 << 10 // it writes into a file
	_, err = rehearsal.ReadOutput(ctx, most, nil, program, "rehearse", "--answer", out, "--ask", ask, "--data", s.Data, "--log", "error")
	if err != nil {
		return nil, err
	}
	answers, err := rehearsal.ReadAnswers(out)
	if err != nil {
		return nil, err
	}
	byQuestion := map[rehearsal.Question]*rehearsal.Answer{}
	for i := range answers {
		byQuestion[answers[i].Question] = &answers[i]
	}
	all := make([]backup.Download, len(files))
	for i := range files {
		all[i] = backup.Download{Failed: "it was not asked"}
		if a := byQuestion[asked[i].Question]; a != nil {
			all[i] = newDownload(a)
		}
	}
	return all, nil
}

func newDownload(a *rehearsal.Answer) backup.Download {
	if a.Failed != "" {
		return backup.Download{Failed: a.Failed}
	}
	hash, err := blobstore.ParseDigest(a.Hash)
	if a.Status != http.StatusOK || err != nil {
		return backup.Download{Failed: fmt.Sprintf("the answer was %d", a.Status)}
	}
	return backup.Download{Hash: hash}
}
