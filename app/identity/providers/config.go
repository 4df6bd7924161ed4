package providers

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"anbar/app/base/access"
)

// Title is the display name of a provider, in each language of the product.
type Title struct {
	Fa string `json:"fa"`
	En string `json:"en"`
}

func (t Title) forLanguage(language string) string {
	if language == "en" {
		return t.En
	}
	return t.Fa
}

// Config is one provider as the administrator writes it down.
type Config struct {
	ID           string   `json:"id"` // in paths: lower-case letters, digits and dashes
	Title        Title    `json:"title"`
	Icon         string   `json:"icon"` // name of one that the user interface has
	Issuer       string   `json:"issuer"`
	ClientID     string   `json:"client_id"`
	ClientSecret string   `json:"client_secret"`
	Scopes       []string `json:"scopes"` // openid, email and profile when there are none
	Signup       bool     `json:"signup"` // its users may sign up in every sign-up mode
	GroupsClaim  string   `json:"groups_claim"`
	Groups       []Group  `json:"groups"`
	Entered      bool     `json:"-"` // by staff in the console, so that a name must not lead to this machine
}

// FieldError is a wrong field of a provider, by its name in the file.
type FieldError struct {
	Field   string
	message string
}

// Error implements error.
func (e *FieldError) Error() string { return e.message }

// Group maps a group at a provider to a role in a workspace.
type Group struct {
	Group     string `json:"group"`
	Workspace string `json:"workspace"` // id, or title of one that belongs to staff
	Role      string `json:"role"`
}

var (
	idForm   = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)
	iconForm = regexp.MustCompile(`^[a-z0-9-]{0,32}$`)
)

// Parse reads a list of providers and says which of them is wrong, and why.
func Parse(r io.Reader) ([]Config, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	var all []Config
	if err := dec.Decode(&all); err != nil {
		return nil, fmt.Errorf("it is no JSON list of providers: %w", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("unexpected data after the list")
	}
	return all, Validate(all)
}

// Validate validates a list of providers and fills in defaults. It returns a *FieldError where one
// field is wrong.
func Validate(all []Config) error {
	ids, issuers := map[string]bool{}, map[string]bool{}
	for i := range all {
		c := &all[i]
		err := c.validate()
		if err == nil && ids[c.ID] {
			err = &FieldError{"id", "another one has that id"}
		}
		if err == nil && issuers[c.Issuer] {
			err = &FieldError{"issuer", "another one has that issuer"}
		}
		if err != nil {
			return fmt.Errorf("provider %d (%q): %w", i+1, c.ID, err)
		}
		ids[c.ID], issuers[c.Issuer] = true, true
	}
	return nil
}

// setDefaults fills in the defaults.
func (c *Config) setDefaults() {
	if len(c.Scopes) == 0 {
		c.Scopes = []string{"openid", "email", "profile"}
	}
	if !slices.Contains(c.Scopes, "openid") {
		c.Scopes = append([]string{"openid"}, c.Scopes...)
	}
	if c.GroupsClaim == "" {
		c.GroupsClaim = "groups"
	}
}

// validate validates the configuration and fills in defaults.
func (c *Config) validate() error {
	switch {
	case !idForm.MatchString(c.ID):
		return &FieldError{"id", "id begins with a letter and has lower-case letters, digits and dashes, 32 at most"}
	case strings.TrimSpace(c.Title.Fa) == "" || strings.TrimSpace(c.Title.En) == "":
		return &FieldError{"title", "title needs fa and en"}
	case !iconForm.MatchString(c.Icon):
		return &FieldError{"icon", "icon is the name of an icon: lower-case letters, digits and dashes"}
	case c.ClientID == "":
		return &FieldError{"client_id", "client_id is missing"}
	}
	if err := checkIssuer(c.Issuer); err != nil {
		return err
	}
	c.setDefaults()
	for _, g := range c.Groups {
		if err := g.check(); err != nil {
			return err
		}
	}
	return nil
}

func (g *Group) check() error {
	if g.Group == "" || strings.TrimSpace(g.Workspace) == "" {
		return errors.New("an entry of groups needs group, workspace and role")
	}
	if _, ok := access.BuiltInRights(g.Role); !ok || g.Role == access.Owner || g.Role == access.NoRole {
		return fmt.Errorf("the group %q cannot give the role %q", g.Group, g.Role)
	}
	return nil
}

// checkIssuer wants HTTPS, or a machine that is this one.
func checkIssuer(issuer string) error {
	u, err := url.Parse(issuer)
	if err != nil || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return &FieldError{"issuer", fmt.Sprintf("issuer %q is not a URL", issuer)}
	}
	if u.Scheme == "https" || u.Scheme == "http" && isLoopback(u.Hostname()) {
		return nil
	}
	return &FieldError{"issuer", fmt.Sprintf("issuer %q has to be https (http only on this machine)", issuer)}
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
