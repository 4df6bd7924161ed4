package webdav

import (
	"errors"
	"net/http"
	"strconv"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/names"
	"anbar/app/drive/leases"
	"anbar/blobstore"
	"anbar/db"
)

// davError is an answer that says no, in the form of WebDAV.
type davError struct {
	status    int
	textID    textID
	name      string // in the text
	letters   int    // in its place
	condition string // element of WebDAV that says what was not met; empty for none
	href      string // in the condition
	owner     string // of a lock
	exception string // by which programs of Nextcloud know it; empty for that of the status
}

// Error implements error.
func (r *davError) Error() string {
	return "webdav: " + strconv.Itoa(r.status) + " " + r.message("en")
}

var (
	errNoParent     = &davError{status: http.StatusConflict, textID: textNoParent}
	errClash        = &davError{status: http.StatusConflict, textID: textClash}
	errOtherServer  = &davError{status: http.StatusBadGateway, textID: textOtherServer}
	errPrecondition = &davError{status: http.StatusPreconditionFailed, textID: textChanged}
	errBadMethod    = &davError{status: http.StatusMethodNotAllowed, textID: textMethod}
	errDirectory    = &davError{status: http.StatusMethodNotAllowed, textID: textDirectory}
	errNameTaken    = &davError{status: http.StatusMethodNotAllowed, textID: textExists}
	errMount        = &davError{status: http.StatusForbidden, textID: textMount}
	errType         = &davError{status: http.StatusUnsupportedMediaType, textID: textType}
	errChecksum     = &davError{status: http.StatusBadRequest, textID: textChecksum}
	errBodyLength   = &davError{status: http.StatusBadRequest, textID: textLength}
	errDepth        = &davError{status: http.StatusForbidden, textID: textDepth, condition: "propfind-finite-depth"}
	errNoLock       = &davError{status: http.StatusConflict, textID: textLock, condition: "lock-token-matches-request-uri"}
	errProps        = &davError{status: http.StatusInsufficientStorage, textID: textFull}
)

// faultErrors gives the faults of the catalogue their place in WebDAV.
var faultErrors = []struct {
	fault   *fault.Fault
	refusal davError
}{
	{fault.AuthenticationFailed, davError{status: http.StatusUnauthorized, textID: textSignIn}},
	{fault.TooManyRequests, davError{status: http.StatusTooManyRequests, textID: textBusy}},
	{fault.PermissionDenied, davError{status: http.StatusForbidden, textID: textForbidden}},
	{fault.InvalidID, davError{status: http.StatusNotFound, textID: textMissing}},
	{fault.VersionNotFound, davError{status: http.StatusNotFound, textID: textMissing}},
	{fault.NotADirectory, davError{status: http.StatusConflict, textID: textNoParent}},
	{fault.NotAFile, davError{status: http.StatusMethodNotAllowed, textID: textDirectory}},
	{fault.DuplicateField, davError{status: http.StatusMethodNotAllowed, textID: textExists}},
	{fault.QuotaExceeded, davError{status: http.StatusInsufficientStorage, textID: textFull, condition: "quota-not-exceeded"}},
	{fault.TooManyFiles, davError{status: http.StatusInsufficientStorage, textID: textFull, condition: "quota-not-exceeded"}},
	{fault.PlanExpired, davError{status: http.StatusForbidden, textID: textPlan}},
	{fault.WorkspaceFrozen, davError{status: http.StatusForbidden, textID: textFrozen}},
	{fault.ChecksumMismatch, *errChecksum},
	{fault.TooDeep, davError{status: http.StatusForbidden, textID: textDeep}},
	{fault.IntoItself, davError{status: http.StatusForbidden, textID: textItself}},
	{fault.ContentDamaged, davError{status: http.StatusConflict, textID: textDamaged}},
	{fault.ContentAway, davError{status: http.StatusServiceUnavailable, textID: textAway}},
	{fault.Fenced, davError{status: http.StatusServiceUnavailable, textID: textFenced}},
	{fault.Replaced, davError{status: http.StatusServiceUnavailable, textID: textReplaced}},
	{fault.ReadOnly, davError{status: http.StatusForbidden, textID: textStandby}},
	{fault.PreconditionFailed, *errPrecondition},
	{fault.RangeInvalid, davError{status: http.StatusRequestedRangeNotSatisfiable, textID: textBad}},
	{fault.TooLarge, davError{status: http.StatusRequestEntityTooLarge, textID: textTooLarge}},
	{fault.RequestTimeout, davError{status: http.StatusRequestTimeout, textID: textSlow}},
}

const invalidPath = `OCA\DAV\Connector\Sabre\Exception\InvalidPath`

// toDavError finds the answer to an error; nil for one that is the server's own.
func toDavError(err error) *davError {
	var no *davError
	if errors.As(err, &no) {
		return no
	}
	var f *fault.Fault
	switch {
	case errors.Is(err, blobstore.ErrFull):
		return toDavError(fault.QuotaExceeded)
	case errors.Is(err, blobstore.ErrAway):
		return toDavError(fault.ContentAway)
	case errors.Is(err, db.ErrReplaced):
		return toDavError(fault.Replaced)
	case errors.Is(err, db.ErrFenced):
		return toDavError(fault.Fenced)
	case errors.Is(err, blobstore.ErrCorrupt):
		return toDavError(fault.ContentDamaged)
	case !errors.As(err, &f):
		return nil
	case errors.Is(f, fault.EditedByAnother):
		return holderError(f)
	case errors.Is(f, fault.InvalidName), errors.Is(f, fault.Required):
		return &davError{status: http.StatusBadRequest, textID: textName, exception: invalidPath}
	}
	for i := range faultErrors {
		if errors.Is(f, faultErrors[i].fault) {
			return &faultErrors[i].refusal
		}
	}
	return &davError{status: f.Status, textID: textBad}
}

// nameTooLongError is the answer about a name that is too long.
func nameTooLongError(name string) *davError {
	return &davError{
		status: http.StatusBadRequest, textID: textNameLong, letters: names.LettersOver(name), exception: invalidPath,
	}
}

// holderError is the answer about a file that somebody edits.
func holderError(f *fault.Fault) *davError {
	name := ""
	if h, ok := f.Detail["holder"].(*leases.Holder); ok {
		name = h.Name
	}
	return &davError{status: http.StatusLocked, textID: textLockedBy, name: name, owner: name, condition: "lock-token-submitted"}
}

// exceptions are the names of refusals that programs of Nextcloud know, by their status.
var exceptions = map[int]string{
	http.StatusBadRequest: "BadRequest", http.StatusUnauthorized: "NotAuthenticated", http.StatusForbidden: "Forbidden",
	http.StatusNotFound: "NotFound", http.StatusMethodNotAllowed: "MethodNotAllowed", http.StatusConflict: "Conflict",
	http.StatusPreconditionFailed: "PreconditionFailed", http.StatusUnsupportedMediaType: "UnsupportedMediaType",
	http.StatusRequestedRangeNotSatisfiable: "RequestedRangeNotSatisfiable", http.StatusLocked: "Locked",
	http.StatusInsufficientStorage: "InsufficientStorage", http.StatusTooManyRequests: "TooManyRequests",
}

// WriteError writes a refusal with its words in the language of the person. It returns the error when it is none.
func (s *Service) WriteError(c *api.Call, err error) error {
	no := toDavError(err)
	if no == nil {
		return err
	}
	b := []byte(xmlHead + `<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:exception>`)
	b = append(appendEscaped(b, no.exceptionName()), "</s:exception><s:message>"...)
	b = append(appendEscaped(b, no.message(s.loadLanguage(c))), "</s:message>"...)
	b = appendCondition(b, no)
	b = append(b, "</d:error>\n"...)
	setErrorHeaders(c.W.Header(), no.status, err)
	c.W.Header().Set("Content-Length", strconv.Itoa(len(b)))
	c.W.WriteHeader(no.status)
	_, _ = c.W.Write(b) // a failing write means that the program went away
	return nil
}

// message is the refusal in words.
func (r *davError) message(language string) string {
	if r.letters == 0 {
		return translate(language, r.textID, r.name)
	}
	n := strconv.Itoa(r.letters)
	if language != "en" {
		n = names.PersianDigits(n)
	}
	return translate(language, r.textID, n)
}

// exceptionName is the name of the refusal that programs of Nextcloud know.
func (r *davError) exceptionName() string {
	if r.exception != "" {
		return r.exception
	}
	name := "Sabre\\DAV\\Exception"
	if e := exceptions[r.status]; e != "" {
		name += `\` + e
	}
	return name
}

// setErrorHeaders removes the headers of an answer that was begun and sets those of the refusal.
func setErrorHeaders(h http.Header, status int, err error) {
	for _, name := range []string{"ETag", "Last-Modified", "Content-Disposition", "Accept-Ranges"} {
		h.Del(name)
	}
	var f *fault.Fault
	if errors.As(err, &f) && f.Wait > 0 && h.Get("Retry-After") == "" {
		h.Set("Retry-After", strconv.Itoa(int(f.Wait.Seconds())+1))
	}
	switch status {
	case http.StatusUnauthorized:
		api.Challenge(h)
	case http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusInsufficientStorage:
		h.Set("Connection", "close") // the rest of the body is not waited for
	}
	h.Set("Content-Type", xmlType)
}

func appendCondition(b []byte, no *davError) []byte {
	if no.condition == "" {
		return b
	}
	if no.href == "" && no.owner == "" {
		return append(append(append(b, "<d:"...), no.condition...), "/>"...)
	}
	b = append(append(append(b, "<d:"...), no.condition...), '>')
	if no.href != "" {
		b = append(appendEscaped(append(b, "<d:href>"...), no.href), "</d:href>"...)
	}
	b = append(append(append(b, "</d:"...), no.condition...), '>')
	if no.owner != "" {
		b = append(appendEscaped(append(b, "<d:owner>"...), no.owner), "</d:owner>"...)
	}
	return b
}

// loadLanguage returns the language of the person; Persian when nobody is known.
func (s *Service) loadLanguage(c *api.Call) string {
	language := "fa"
	if c.Who.User == 0 {
		return language
	}
	_ = s.db.ViewOne(c, func(v *db.View) error { // without an answer the words are Persian
		u, err := v.UserByID(c.Who.User)
		if err == nil {
			language = u.Language
		}
		return err
	})
	return language
}
