package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"anbar/db/replica"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

const (
	awayFiles  = 300
	awaySize   = 8 * mib
	gateway    = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"
	awayBucket = "copies"
	awayLine   = 10 * time.Millisecond // there and back
)

// measureServing: a restore that serves before contents are there, from an S3 service on this machine.
func (r *run) measureServing() error {
	dir, err := r.newDirectory("serving")
	if err != nil {
		return err
	}
	service, addr, err := startGateway(dir)
	if err != nil {
		return err
	}
	defer service.Process.Kill()
	client, reset, err := useGateway("http://" + addr)
	if err != nil {
		return err
	}
	defer reset()
	if _, err := client.CreateBucket(context.Background(), &s3.CreateBucketInput{Bucket: aws.String(awayBucket)}); err != nil {
		return err
	}
	files, err := r.copyAway()
	if err != nil {
		return err
	}
	if err := r.measureAway(client, filepath.Join(dir, "back"), files, "this machine"); err != nil {
		return err
	}
	line, err := startDelayLine(addr, awayLine/2)
	if err != nil {
		return err
	}
	defer line.Close()
	if client, _, err = useGateway("http://" + line.Addr().String()); err != nil {
		return err
	}
	return r.measureAway(client, filepath.Join(dir, "far"), files, fmt.Sprintf("a line of %v", awayLine))
}

// useGateway has the product's commands reach a gateway, with workspaces of any size, until reset is called, and returns a client of it.
func useGateway(endpoint string) (client *s3.Client, reset func(), err error) {
	settings := map[string]string{
		"ANBAR_S3_ENDPOINT": endpoint, "ANBAR_S3_KEY": "key", "ANBAR_S3_SECRET": "secret", "ANBAR_WORKSPACE_NODES": "0",
	}
	for name, value := range settings {
		err = errors.Join(err, os.Setenv(name, value))
	}
	if err != nil {
		return nil, nil, err
	}
	client, err = replica.S3{Endpoint: endpoint, Region: "us-east-1", Key: "key", Secret: "secret"}.Client()
	return client, func() {
		for name := range settings {
			_ = os.Unsetenv(name) // fails for names that no variable can have
		}
	}, err
}

func startGateway(dir string) (*exec.Cmd, string, error) {
	get := exec.Command("go", "install", gateway)
	get.Env = append(os.Environ(), "GOBIN="+dir, "CGO_ENABLED=0")
	if out, err := get.CombinedOutput(); err != nil {
		return nil, "", fmt.Errorf("%w: %s", err, out)
	}
	data := filepath.Join(dir, "objects")
	if err := os.MkdirAll(data, 0o755); err != nil {
		return nil, "", err
	}
	addr := freeAddr()
	cmd := exec.Command(filepath.Join(dir, "versitygw"), "--quiet", "--keep-alive", "--port", addr, "--access", "key",
		"--secret", "secret", "posix", data)
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if answer, err := http.Get("http://" + addr); err == nil {
			return cmd, addr, answer.Body.Close()
		}
		if time.Since(began) > time.Minute {
			return cmd, "", errors.Join(errors.New("versitygw does not start"), cmd.Process.Kill())
		}
	}
}

// copyAway makes an appliance with a million names and copies it. The files are those whose contents come last.
func (r *run) copyAway() ([]uploadedFile, error) {
	a, data, err := r.startWithTree("away")
	if err != nil {
		return nil, err
	}
	if err := a.stop(); err != nil {
		return nil, err
	}
	if a, err = startAppliance(data, "--backup-to", "s3://"+awayBucket); err != nil {
		return nil, err
	}
	if err := a.signIn(); err != nil {
		return nil, err
	}
	if err := a.uploadMany(20_000); err != nil {
		return nil, err
	}
	var all []uploadedFile
	for i := range awayFiles {
		f, _, err := a.upload(a.root, fmt.Sprintf("away %d", i), randomBytes(awaySize, uint64(i)+9000), 2)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(one, other uploadedFile) int {
		return bytes.Compare([]byte(other.File.Hash), []byte(one.File.Hash))
	})
	out, err := exec.Command("./anbar", "backup", "--data", data).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return all[:awayFiles/3], a.stop()
}

// measureAway restores, serves, and reads what is away and what lies at the service in turn.
func (r *run) measureAway(client *s3.Client, data string, files []uploadedFile, where string) error {
	begin := time.Now()
	restore := exec.Command("./anbar", "restore", "--log", "error", "--from", "s3://"+awayBucket, "--data", data, "--later")
	out, err := restore.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	restored := time.Since(begin)
	a, err := startAppliance(data)
	if err != nil {
		return err
	}
	if err := a.signIn(); err != nil {
		return err
	}
	list := fmt.Sprintf("/storage/space/%s/directory/%s?limit=100", a.space, a.root)
	if err := a.call("GET", list, nil, nil); err != nil {
		return err
	}
	r.addAtMost("serving after a restore of 1,000,000 files began, from S3 at "+where+", s", time.Since(begin).Seconds(), 60,
		"until the first list; %v of it for the restore; %d GiB of contents are read at the service",
		restored.Round(10*time.Millisecond), awayFiles*awaySize>>30)
	coming, err := a.timeLists(list)
	if err == nil {
		err = a.expectRestore()
	}
	if err != nil {
		return err
	}
	cold, direct, lists, err := a.readAway(client, list, files)
	if err != nil {
		return err
	}
	r.addAtMost("1 MiB of a content that is away, over reading it from S3 at "+where, median(cold).Seconds()/median(direct).Seconds(), 1.5,
		"%.1f against %.1f ms, medians of %d", ms(median(cold)), ms(median(direct)), len(cold))
	slices.Sort(cold)
	slices.Sort(direct)
	last := len(cold) * 99 / 100
	r.addAtMost("the same, the 99th of 100", cold[last].Seconds()/direct[last].Seconds(), 2, "%.1f against %.1f ms", ms(cold[last]),
		ms(direct[last]))
	if err := a.awaitRestore(); err != nil {
		return err
	}
	var here []time.Duration
	for range len(lists) {
		begin := time.Now()
		if err := a.call("GET", list, nil, nil); err != nil {
			return err
		}
		here = append(here, time.Since(begin))
	}
	ratio := median(lists).Seconds() / median(here).Seconds()
	r.addAtMost("a list while contents are away, over the same when all is here, "+where, ratio, 1.1,
		"%.2f against %.2f ms", ms(median(lists)), ms(median(here)))
	if err := r.addLastLists(a, list, coming, where); err != nil {
		return err
	}
	return a.stop()
}

// addLastLists compares the slowest lists while all contents come with those when all is here.
func (r *run) addLastLists(a *appliance, list string, coming []time.Duration, where string) error {
	usual, err := a.timeLists(list)
	if err != nil {
		return err
	}
	most, usually := percentile(coming, 0.99), percentile(usual, 0.99)
	r.addAtMost("the same, the 99th of 100, while all contents come, "+where, most.Seconds()/usually.Seconds(), 2,
		"%.2f against %.2f ms, of %d", ms(most), ms(usually), len(usual))
	return nil
}

const listsTimed = 500

// timeLists returns how long each of some lists takes.
func (a *appliance) timeLists(list string) ([]time.Duration, error) {
	took := make([]time.Duration, listsTimed)
	for i := range took {
		begin := time.Now()
		if err := a.call("GET", list, nil, nil); err != nil {
			return nil, err
		}
		took[i] = time.Since(begin)
	}
	return took, nil
}

func ms(d time.Duration) float64 { return d.Seconds() * 1000 }

func (a *appliance) readAway(client *s3.Client, list string, files []uploadedFile) (cold, direct, lists []time.Duration, err error) {
	random := rand.New(rand.NewPCG(1, 1))
	for i := 0; i+1 < len(files); i += 2 {
		from := random.IntN(awaySize/mib) * mib
		ranges := fmt.Sprintf("bytes=%d-%d", from, from+mib-1)
		url, err := a.createLink(files[i])
		if err != nil {
			return nil, nil, nil, err
		}
		begin := time.Now()
		if n, err := a.fetch(url, ranges); err != nil || n != mib {
			return nil, nil, nil, fmt.Errorf("%d bytes, %w", n, err)
		}
		cold = append(cold, time.Since(begin))
		hash := files[i+1].File.Hash
		begin = time.Now()
		o, err := client.GetObject(context.Background(), &s3.GetObjectInput{
			Bucket: aws.String(awayBucket), Key: aws.String("blobs/large/" + hash[:3] + "/" + hash), Range: &ranges,
		})
		if err != nil {
			return nil, nil, nil, err
		}
		_, err = io.Copy(io.Discard, o.Body)
		if err = errors.Join(err, o.Body.Close()); err != nil {
			return nil, nil, nil, err
		}
		direct = append(direct, time.Since(begin))
		begin = time.Now()
		if err := a.call("GET", list, nil, nil); err != nil {
			return nil, nil, nil, err
		}
		lists = append(lists, time.Since(begin))
	}
	return cold, direct, lists, nil
}

// isRestoring reports whether contents are still to come.
func (a *appliance) isRestoring() (bool, error) {
	var o struct{ Restore *struct{ Objects int } }
	err := a.call("GET", "/admin/overview", nil, &o)
	return o.Restore != nil, err
}

// expectRestore fails when all contents are here, so that nothing was measured.
func (a *appliance) expectRestore() error {
	is, err := a.isRestoring()
	if err == nil && !is {
		err = errors.New("all contents came before something could be measured")
	}
	return err
}

// awaitRestore waits until all contents are here.
func (a *appliance) awaitRestore() error {
	for began := time.Now(); time.Since(began) < 10*time.Minute; time.Sleep(time.Second) {
		if is, err := a.isRestoring(); err != nil || !is {
			return err
		}
	}
	return errors.New("the contents do not come")
}
