package control

import (
	"context"
	"encoding/json"
	"io"

	"anbar/app/host/upgrade"
)

// Health is whether an appliance can do its work.
type Health struct {
	Ready bool     `json:"ready"`
	Lacks []string `json:"lacks"` // codes, empty when it is ready
}

// NewHealth is that of an appliance which lacks something, or nothing.
func NewHealth(lacks []string) *Health {
	return &Health{Ready: len(lacks) == 0, Lacks: append([]string{}, lacks...)}
}

// encodePulse writes how the appliance does, for an upgrade that watches it.
func (c *Commands) encodePulse(_ context.Context, w io.Writer) error {
	requests, failures := c.Count()
	return json.NewEncoder(w).Encode(upgrade.Pulse{
		Version: c.Version, Lacks: append([]string{}, c.Ready.ListLacks()...), Requests: requests, Failures: failures,
	})
}
