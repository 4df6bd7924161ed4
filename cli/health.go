package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"anbar/app/control"
	"anbar/app/host"
	"anbar/config"
)

type health struct {
	config.Storage
	URL  string `name:"url" help:"Ask the appliance at this address, instead of the one that serves the data directory." placeholder:"URL"`
	JSON bool   `name:"json" help:"Write JSON."`
}

const healthWait = 10 * time.Second

// Run asks the running appliance whether it can do its work.
func (h *health) Run(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthWait)
	defer cancel()
	query := h.querySocket
	if h.URL != "" {
		query = h.queryURL
	}
	state, err := query(ctx)
	if err != nil {
		return err
	}
	if h.JSON {
		if err := writeJSON(state); err != nil {
			return err
		}
	}
	if !state.Ready {
		words := make([]string, len(state.Lacks))
		for i, what := range state.Lacks {
			words[i] = host.ExplainLack(cleanText(what))
		}
		return fmt.Errorf("not ready: %s", strings.Join(words, "; "))
	}
	if h.JSON {
		return nil
	}
	return printLine("ready")
}

func (h *health) querySocket(ctx context.Context) (*control.Health, error) {
	var state control.Health
	if err := control.ReadAnswer(ctx, h.Storage, "ready", &state); err != nil {
		return nil, err
	}
	return &state, nil
}

// unreachableError is an address where no appliance answers.
type unreachableError struct{ error }

// maxHealth is more than an appliance answers.
const maxHealth = 64 << 10

func (h *health) queryURL(ctx context.Context) (*control.Health, error) {
	url := strings.TrimSuffix(h.URL, "/") + "/api/ready"
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, usageError{err}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, unreachableError{fmt.Errorf("no appliance answers: %w", err)}
	}
	defer res.Body.Close()
	var answer struct {
		Status  string   `json:"status"`
		Code    string   `json:"error_code"`
		Message string   `json:"message"`
		Lacks   []string `json:"lacks"`
	}
	err = json.NewDecoder(io.LimitReader(res.Body, maxHealth)).Decode(&answer)
	switch {
	case err == nil && res.StatusCode == http.StatusOK && answer.Status == "ready":
		return control.NewHealth(nil), nil
	case err == nil && answer.Code == "not_ready" && len(answer.Lacks) > 0:
		return control.NewHealth(answer.Lacks), nil
	case err == nil && answer.Code != "":
		return nil, fmt.Errorf("not ready: %s", cleanText(answer.Message))
	}
	return nil, unreachableError{fmt.Errorf("what answers at %s with %q is no appliance", url, res.Status)}
}
