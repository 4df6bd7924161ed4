package editors

import (
	"context"
	"errors"
	"strconv"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/outward"
	"anbar/app/office/editors/onlyoffice"
)

// Leg is one step of a test of an office server.
type Leg struct {
	Name   string `json:"leg" enum:"health,command,conversion,discovery,capabilities,access"`
	Passed bool   `json:"passed"`
	Reason string `json:"reason" doc:"why not, as an error_code; empty when it passed"`
	Detail string `json:"detail" doc:"the version of the server"`
	Millis int64  `json:"milliseconds"`
}

// SchemaName implements api.SchemaNamer.
func (Leg) SchemaName() string { return "OfficeLeg" }

// TryOffice tests an office server that need not be saved: whether it is well, takes the secret, and fetches files from
// here. The steps end with the first that fails.
func (s *Service) TryOffice(ctx context.Context, server *onlyoffice.Server) []Leg {
	e := &office{s}
	steps := []struct {
		name string
		do   func() (string, error)
	}{
		{"health", func() (string, error) { return "", server.CheckHealth(ctx) }},
		{"command", func() (string, error) { return server.LoadVersion(ctx) }},
		{"conversion", func() (string, error) { return "", e.tryConversion(ctx, server) }},
	}
	all := []Leg{}
	for _, step := range steps {
		began := time.Now()
		detail, err := step.do()
		l := Leg{Name: step.name, Passed: err == nil, Detail: detail, Millis: time.Since(began).Milliseconds()}
		all = append(all, l)
		if err != nil {
			s.Log.Warn("the office server fails its test", "leg", step.name, "error", err)
			all[len(all)-1].Reason = legReason(err)
			break
		}
	}
	return all
}

// legReason is the code of what is wrong with a leg.
func legReason(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Key
	}
	return outward.FaultOf(err, fault.OfficeAnswer).Key
}

// tryConversion has an empty document converted that the server has to fetch from here.
func (e *office) tryConversion(ctx context.Context, server *onlyoffice.Server) error {
	at, err := e.signedURL(server, "download", pass{Act: actProbe}, fetchLife)
	if err != nil {
		return err
	}
	made, err := server.Convert(ctx, &onlyoffice.Conversion{
		URL: at, From: "docx", To: "docx", Key: "probe-" + strconv.FormatInt(time.Now().UnixNano(), 10), Title: "probe.docx",
	})
	if err != nil {
		return err
	}
	r, err := server.Fetch(ctx, made, maxDocument)
	if err != nil {
		return err
	}
	return r.Close()
}
