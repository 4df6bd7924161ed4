package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"path"
	"strings"
	"time"

	"anbar/app/base/limits"
	"anbar/app/drive/imports/source"
)

const (
	publicLink     = 3 // type of a share
	permissionRead = 1 // a permission
)

// ListLinks implements source.LinkLister: the public links of the user. It opens none of them.
func (s *Source) ListLinks(ctx context.Context) ([]source.Link, error) {
	if s.server == nil {
		return nil, nil
	}
	var shares json.RawMessage
	err := s.server.requestOCS(ctx, &s.client, "/ocs/v2.php/apps/files_sharing/api/v1/shares", &shares)
	var code statusError
	if isGone(err) || errors.Is(err, errAnswer) || errors.As(err, &code) && !code.isTemporary() {
		return nil, nil // sharing is switched off
	}
	if err != nil {
		return nil, err
	}
	return s.parseLinks(shares), nil
}

// parseLinks reads shares one after the other: held all at once they take a hundred times the room of their text.
func (s *Source) parseLinks(shares []byte) (all []source.Link) {
	d := json.NewDecoder(bytes.NewReader(shares))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return nil
	}
	for read := 0; d.More() && read < 10*limits.RemoteLinks && len(all) < limits.RemoteLinks; read++ {
		var sh share
		if d.Decode(&sh) != nil {
			return all
		}
		if l := s.toLink(&sh); l != nil {
			all = append(all, *l)
		}
	}
	return all
}

// share is what a server says about one.
type share struct {
	Type        int             `json:"share_type"`
	URL         string          `json:"url"`
	Path        string          `json:"path"`
	Name        string          `json:"name"` // ownCloud calls it so
	Label       string          `json:"label"`
	Permissions int             `json:"permissions"`
	Password    any             `json:"password"`
	With        any             `json:"share_with"`
	Expiration  string          `json:"expiration"`
	Hidden      json.RawMessage `json:"hide_download"`
	Narrowed    bool            `json:"anbar_narrowed"` // by an appliance: to some addresses, openings or a version
	EndsAt      time.Time       `json:"anbar_ends_at"`
}

// toLink is what the engine makes of a share; nil of one that is no public link of what is imported.
func (s *Source) toLink(sh *share) *source.Link {
	if sh.Type != publicLink || sh.URL == "" || len(sh.URL) > limits.RemoteAddress {
		return nil
	}
	under := "/" + strings.Join(s.sub, "/")
	at := path.Clean("/" + sh.Path)
	rest, inside := strings.CutPrefix(at, strings.TrimSuffix(under, "/")+"/")
	if !inside || rest == "" || isTooDeep(rest) {
		return nil
	}
	l := &source.Link{
		URL: sh.URL, Key: rest, Title: strings.TrimSpace(sh.Label), Password: isSet(sh.Password) || isSet(sh.With), Narrowed: sh.Narrowed,
		Drop: sh.Permissions&permissionRead == 0, ViewOnly: isTrue(sh.Hidden), EndsAt: sh.EndsAt,
	}
	if l.Title == "" {
		l.Title = strings.TrimSpace(sh.Name)
	}
	if l.Title == "" {
		l.Title = path.Base(at)
	}
	if l.EndsAt.IsZero() && sh.Expiration != "" {
		l.EndsAt = endOfDay(sh.Expiration)
	}
	return l
}

// isSet reports whether there is a password: servers write stars or its hash in its place.
func isSet(v any) bool { return v != nil && v != "" && v != false }

func isTrue(raw json.RawMessage) bool {
	switch strings.Trim(string(raw), `"`) {
	case "1", "true", "yes":
		return true
	}
	return false
}

// endOfDay is the last second of the day that a share ends on. What cannot be read has ended.
func endOfDay(said string) time.Time {
	day, err := time.Parse(time.DateOnly, said[:min(len(said), len(time.DateOnly))])
	if err != nil {
		return time.Unix(1, 0).UTC()
	}
	return day.AddDate(0, 0, 1).Add(-time.Second)
}
