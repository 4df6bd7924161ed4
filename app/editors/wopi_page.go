package editors

import (
	"crypto/sha256"
	_ "embed" // the page
	"encoding/base64"
	"html"
	"io"
	"strings"

	"anbar/app/api"
	"anbar/app/fault"
)

//go:embed wopi_frame.html
var wopiHTML string

var (
	wopiScript = hashBetween(wopiHTML, "<script>", "</script>")
	wopiStyle  = hashBetween(wopiHTML, "<style>", "</style>")
)

// hashBetween is what a policy says of the script or style between two marks.
func hashBetween(page, begin, end string) string {
	_, rest, _ := strings.Cut(page, begin)
	text, _, _ := strings.Cut(rest, end)
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// wopiFrame answers the page between the page of a document and the office server. It has a policy of its own that names that
// server; the policy of all other pages names nobody, and they may come from the cache of a browser.
func (s *Service) wopiFrame(c *api.Call) error {
	server := s.WOPI.Now()
	if server == nil {
		return fault.OfficeOff
	}
	office := server.Origin()
	h := c.W.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src "+wopiScript+"; style-src "+wopiStyle+"; frame-src "+office+
		"; form-action "+office+"; base-uri 'none'; frame-ancestors 'self'")
	_, err := io.WriteString(c.W, strings.Replace(wopiHTML, "{{office}}", html.EscapeString(office), 1))
	return err
}
