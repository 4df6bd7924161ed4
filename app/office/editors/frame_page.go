package editors

import (
	"crypto/sha256"
	_ "embed" // the pages
	"encoding/base64"
	"html"
	"io"
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
)

var (
	//go:embed frame_wopi.html
	wopiHTML string
	//go:embed frame_onlyoffice.html
	onlyofficeHTML string
)

// framePage is a page between the page of a document and an office server: it holds the frame of that server and passes
// messages on. It has a policy of its own that names the server and no script of it; the policy of all other pages names nobody,
// and they may come from the cache of a browser.
type framePage struct {
	html, script, style string
	policy              string // of the policy, with {{office}} for the office server
}

func newFramePage(text, more string) framePage {
	return framePage{html: text, script: cspHash(text, "<script>", "</script>"), style: cspHash(text, "<style>", "</style>"), policy: more}
}

// cspHash is what a policy says of the script or style between two marks.
func cspHash(page, begin, end string) string {
	_, rest, _ := strings.Cut(page, begin)
	text, _, _ := strings.Cut(rest, end)
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// write answers with the page for an office server; its origin comes from an address that staff entered.
func (p framePage) write(c *api.Call, office string) error {
	if office == "" || strings.ContainsAny(office, " ;,'\"") {
		return fault.OfficeOff
	}
	h := c.W.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src "+p.script+"; style-src "+p.style+"; frame-src "+office+"; "+
		strings.ReplaceAll(p.policy, "{{office}}", office)+"; base-uri 'none'; frame-ancestors 'self'")
	_, err := io.WriteString(c.W, strings.Replace(p.html, "{{office}}", html.EscapeString(office), 1))
	return err
}

func (s *Service) handleGetWopiFrame(c *api.Call, _ *api.None) error {
	server := s.WOPI.Now()
	if server == nil {
		return fault.OfficeOff
	}
	return newFramePage(wopiHTML, "form-action {{office}}").write(c, server.Origin())
}

func (s *Service) handleGetOnlyofficeFrame(c *api.Call, _ *api.None) error {
	return newFramePage(onlyofficeHTML, "connect-src {{office}}; form-action 'none'").write(c, s.Office.Origin())
}
