package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"

	"anbar/app/control"
	"anbar/config"
)

type tier struct {
	In     tierIn     `cmd:"" help:"Let contents leave the disk that nobody reads, once each target has proved them twice."`
	Out    tierOut    `cmd:"" help:"Bring everything back to the disk, and let nothing leave it."`
	Status tierStatus `cmd:"" help:"Say what is on the disk and what is at the targets."`
}

type tierIn struct {
	config.Storage
	Days  int         `default:"90" help:"Without a reader, after which contents leave."`
	Cache config.Size `default:"0" help:"Room on the disk for what is read of them, such as 10G; as it is without it." placeholder:"SIZE"`
}

// Run has the running appliance let contents go.
func (t *tierIn) Run(ctx context.Context) error {
	if t.Days < 1 {
		return usageError{errors.New("--days is 1 or more; \"anbar tier out\" brings everything back")}
	}
	return setTier(ctx, t.Storage, t.Days, int64(t.Cache))
}

type tierOut struct{ config.Storage }

// Run has the running appliance bring everything back.
func (t *tierOut) Run(ctx context.Context) error { return setTier(ctx, t.Storage, 0, 0) }

func setTier(ctx context.Context, s config.Storage, days int, cache int64) error {
	q := url.Values{"days": {strconv.Itoa(days)}}
	if cache > 0 {
		q.Set("cache", fmt.Sprint(cache))
	}
	return control.Run(ctx, s, "tier/set?"+q.Encode(), os.Stdout)
}

type tierStatus struct {
	config.Storage
	JSON bool `name:"json" help:"Write JSON: an object, or null without a target."`
}

// Run says where contents are.
func (t *tierStatus) Run(ctx context.Context) error {
	if !t.JSON {
		return control.Run(ctx, t.Storage, "tier", os.Stdout)
	}
	var s json.RawMessage
	if err := control.ReadAnswer(ctx, t.Storage, "tier?json", &s); err != nil {
		return err
	}
	return writeJSON(s)
}
