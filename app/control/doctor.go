package control

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"

	"anbar/app/host/doctor"
	"anbar/app/host/support"
)

// Examination is what the doctor found.
type Examination struct {
	Running  bool            `json:"running"` // the appliance was, and examined itself
	Wrong    int             `json:"wrong"`
	Warnings int             `json:"warnings"`
	Checks   []doctor.Result `json:"checks"`
}

// NewExamination sums up what was found, in a language.
func NewExamination(running bool, all []doctor.Diagnosis, l doctor.Language) *Examination {
	return &Examination{
		Running: running, Wrong: doctor.CountLevel(all, doctor.Wrong), Warnings: doctor.CountLevel(all, doctor.Warning),
		Checks: doctor.Results(all, l),
	}
}

// DoctorCommand is the examination by a program of a version, as a command of the control socket. A test mail goes to mailTo unless it
// is empty.
func DoctorCommand(version, mailTo string, l doctor.Language) string {
	return "doctor?" + url.Values{"version": {version}, "mail": {mailTo}, "language": {string(l)}}.Encode()
}

// Examine examines the appliance for a program of a version.
func (c *Commands) Examine(ctx context.Context, version, mailTo string, l doctor.Language) *Examination {
	return NewExamination(true, doctor.Examine(ctx, &doctor.Patient{
		Config: c.Config, Version: version, Running: c.Self(), MailTo: mailTo,
	}), l)
}

// SupportCommand is an archive for support by a program of a version, as a command of the control socket.
func SupportCommand(version string) string {
	return "support?" + url.Values{"version": {version}}.Encode()
}

// WriteSupport writes an archive for those who help, for a program of a version.
func (c *Commands) WriteSupport(ctx context.Context, w io.Writer, version string) error {
	return support.Write(ctx, w, &support.Source{
		Patient: &doctor.Patient{Config: c.Config, Version: version, Running: c.Self()}, Log: c.Log,
	})
}

func (c *Commands) runDoctor(ctx context.Context, w io.Writer, r *http.Request) error {
	l := doctor.English
	if r.FormValue("language") == string(doctor.Persian) {
		l = doctor.Persian
	}
	return json.NewEncoder(w).Encode(c.Examine(ctx, r.FormValue("version"), r.FormValue("mail"), l))
}
