package editors

import (
	"context"
	"errors"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/office/editors/wopi"
)

// TryWopi tests an office server that need not be saved: what it can do, what it is, and whether it reaches this one. The
// steps end with the first that fails. checked is false when the server cannot tell the last.
func (s *Service) TryWopi(ctx context.Context, server *wopi.Server) (legs []Leg, checked bool) {
	e := &wopiOffice{s}
	var about *wopi.Capabilities
	steps := []struct {
		name string
		do   func() (string, error)
	}{
		{"discovery", func() (string, error) { return "", checkFormats(server.FetchDiscovery(ctx)) }},
		{"capabilities", func() (detail string, err error) {
			if about, err = server.LoadCapabilities(ctx); err == nil {
				detail = strings.TrimSpace(about.Product + " " + about.Version)
			}
			return detail, err
		}},
		{"access", func() (string, error) {
			token, err := e.signPass(&pass{Act: actWopiProbe})
			if err != nil {
				return "", err
			}
			return "", server.CheckReach(ctx, e.baseURL(server)+"/api/wopi/files/"+actWopiProbe+"?access_token="+token)
		}},
	}
	legs = []Leg{}
	for _, step := range steps {
		if step.name == "access" && !about.Checks {
			return legs, false
		}
		began := time.Now()
		detail, err := step.do()
		l := Leg{Name: step.name, Passed: err == nil, Detail: detail, Millis: time.Since(began).Milliseconds()}
		if err != nil {
			s.Log.Warn("the office server fails its test", "leg", step.name, "error", err)
			l.Reason = legReason(err)
		}
		if legs = append(legs, l); err != nil {
			break
		}
	}
	return legs, true
}

// checkFormats fails for a server that edits none of the formats that documents are made in.
func checkFormats(d *wopi.Discovery, err error) error {
	if err != nil || d.CanEdit("docx") || d.CanEdit("xlsx") || d.CanEdit("pptx") {
		return err
	}
	return fault.OfficeAnswer.Because(errors.New("it edits none of the formats"))
}
