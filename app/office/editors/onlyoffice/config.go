// Package onlyoffice talks to a Document Server of ONLYOFFICE. Everything is signed with the secret that both share.
package onlyoffice

import (
	"sync/atomic"

	"anbar/app/base/outward"
)

// Server is a Document Server as staff entered it.
type Server struct {
	URL        string // where browsers reach it
	Internal   string // where this server reaches it; empty for the same
	Own        string // where it reaches this server; empty for where users do
	Header     string // with the token, of requests from it and to it
	Secret     string
	SkipVerify bool // of its certificate
}

// Header is the usual header of the token.
const Header = "Authorization"

// Holder holds the server that counts.
type Holder struct{ now atomic.Pointer[Server] }

// Now returns the server; nil when none is connected.
func (h *Holder) Now() *Server { return h.now.Load() }

// Replace lets another server count; nil for none.
func (h *Holder) Replace(s *Server) { h.now.Store(s) }

// Origin returns scheme, host and port where browsers reach the server; empty when none is connected.
func (h *Holder) Origin() string {
	s := h.Now()
	if s == nil {
		return ""
	}
	u, ok := outward.ParseAddress(s.URL)
	if !ok {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Base returns the address that this server uses.
func (s *Server) Base() string {
	if s.Internal != "" {
		return s.Internal
	}
	return s.URL
}

// Config is what a page gives to the editor of a document. Its token is signed over all the rest.
type Config struct {
	Type         string   `json:"type" enum:"desktop,mobile"`
	DocumentType string   `json:"documentType" enum:"word,cell,slide"`
	Document     Document `json:"document"`
	Editor       Editor   `json:"editorConfig"`
	Token        string   `json:"token,omitempty"`
}

// SchemaName implements api.SchemaNamer.
func (Config) SchemaName() string { return "OfficeConfig" }

// Document is the document of a Config.
type Document struct {
	FileType    string      `json:"fileType"`
	Key         string      `json:"key"`
	Title       string      `json:"title"`
	URL         string      `json:"url"`
	Reference   Reference   `json:"referenceData"`
	Permissions Permissions `json:"permissions"`
}

// SchemaName implements api.SchemaNamer.
func (Document) SchemaName() string { return "OfficeDocument" }

// Reference names a document for other documents.
type Reference struct {
	File     string `json:"fileKey"`
	Instance string `json:"instanceId"`
}

// SchemaName implements api.SchemaNamer.
func (Reference) SchemaName() string { return "OfficeReference" }

// Permissions are what the editor lets its person do.
type Permissions struct {
	Edit     bool `json:"edit"`
	Download bool `json:"download"`
	Print    bool `json:"print"`
	Copy     bool `json:"copy"`
	Comment  bool `json:"comment"`
	Chat     bool `json:"chat"`
}

// SchemaName implements api.SchemaNamer.
func (Permissions) SchemaName() string { return "OfficePermissions" }

// Editor is the editor of a Config.
type Editor struct {
	Mode        string        `json:"mode" enum:"edit,view"`
	Language    string        `json:"lang"`
	Region      string        `json:"region"`
	CallbackURL string        `json:"callbackUrl"`
	User        User          `json:"user"`
	Custom      Customization `json:"customization"`
}

// SchemaName implements api.SchemaNamer.
func (Editor) SchemaName() string { return "OfficeEditor" }

// User is the person of a Config.
type User struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// SchemaName implements api.SchemaNamer.
func (User) SchemaName() string { return "OfficeUser" }

// Customization is how the editor behaves.
type Customization struct {
	ForceSave bool  `json:"forcesave"`
	Autosave  bool  `json:"autosave"`
	Close     Close `json:"close"`
}

// SchemaName implements api.SchemaNamer.
func (Customization) SchemaName() string { return "OfficeCustomization" }

// Close is the cross of the editor.
type Close struct {
	Visible bool `json:"visible"`
}

// SchemaName implements api.SchemaNamer.
func (Close) SchemaName() string { return "OfficeClose" }
