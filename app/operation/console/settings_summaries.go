package console

import (
	"anbar/app/base/api"
	"anbar/app/base/settings"
	"anbar/app/identity/audit"
	"anbar/db"
)

// SummariesSetting is the endpoint that writes summaries of documents.
type SummariesSetting struct {
	URL    string `json:"url" doc:"the base, to which /chat/completions is added; empty for none"`
	Model  string `json:"model"`
	HasKey bool   `json:"has_key" doc:"a key is kept for its host; it is never shown"`
}

type summariesIn struct {
	URL       string `json:"url"`
	Model     string `json:"model"`
	Key       string `json:"key,omitempty" doc:"the one that is kept stays when absent"`
	RemoveKey bool   `json:"remove_key,omitempty"`
}

func (m *System) handleSetSummaries(c *api.Call, in *summariesIn) (*AdminSettings, error) {
	next := settings.Group{URL: in.URL, Model: in.Model}
	var also func(*db.Tx) error
	if in.Key != "" || in.RemoveKey {
		also = func(tx *db.Tx) error { return m.Summaries.StoreKey(tx, in.URL, in.Key, in.RemoveKey) }
	}
	return m.changeSettings(c, settings.Summaries, next, also)
}

// SummariesTest is how the endpoint did.
type SummariesTest struct {
	Model   string  `json:"model"`
	Sample  string  `json:"sample" doc:"a sentence in Persian"`
	Seconds float64 `json:"seconds"`
	Tokens  float64 `json:"tokens_per_second" doc:"about: three characters count as one"`
}

func (m *System) handleTestSummaries(c *api.Call, _ *api.None) (*SummariesTest, error) {
	if err := m.tests.Allow(c.Who.User.String()); err != nil {
		return nil, err
	}
	t, err := m.Summaries.TestEndpoint(c)
	if err != nil {
		return nil, err
	}
	err = m.DB.Update(c, func(tx *db.Tx) error {
		return m.recordEvent(tx, c, audit.SettingTested, audit.Detail{Name: settings.Summaries})
	})
	return &SummariesTest{Model: t.Model, Sample: t.Sample, Seconds: t.Took.Seconds(), Tokens: t.TokensPerSecond}, err
}
