package editors

import (
	"context"
	"io"

	"anbar/app/base/fault"
	"anbar/db"
)

// embeddedEditor is the editor that runs in the browser. Everything that it has to be told travels with the answers to it.
type embeddedEditor struct{}

// Open implements Provider.
func (embeddedEditor) Open(context.Context, *OpenSession) error { return nil }

// ForceSave implements Provider. The browser saves by itself.
func (embeddedEditor) ForceSave(context.Context, *db.Lease) error { return nil }

// EndSessions implements Provider. The browser learns of it with its next ping.
func (embeddedEditor) EndSessions(context.Context, *db.Lease) error { return nil }

// Close implements Provider.
func (embeddedEditor) Close(context.Context, *db.Lease) (bool, error) { return true, nil }

// Convert implements Provider.
func (embeddedEditor) Convert(context.Context, *Source, string) (io.ReadCloser, error) {
	return nil, fault.ConversionFailed
}

// CanEdit implements Provider.
func (embeddedEditor) CanEdit(ext string) bool { return ext == "docx" || ext == "xlsx" }
