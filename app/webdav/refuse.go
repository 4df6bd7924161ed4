package webdav

import (
	"errors"
	"net/http"
	"strconv"

	"anbar/app/api"
	"anbar/app/fault"
	"anbar/app/leases"
	"anbar/app/names"
	"anbar/blobstore"
	"anbar/db"
)

// refusal is an answer that says no, in the form of WebDAV.
type refusal struct {
	status    int
	word      word
	name      string // in the text
	letters   int    // in its place
	condition string // element of WebDAV that says what was not met; empty for none
	href      string // in the condition
	owner     string // of a lock
	exception string // by which programs of Nextcloud know it; empty for that of the status
}

// Error implements error.
func (r *refusal) Error() string {
	return "webdav: " + strconv.Itoa(r.status) + " " + r.text("en")
}

var (
	errNoParent     = &refusal{status: http.StatusConflict, word: wordNoParent}
	errClash        = &refusal{status: http.StatusConflict, word: wordClash}
	errOtherServer  = &refusal{status: http.StatusBadGateway, word: wordOtherServer}
	errPrecondition = &refusal{status: http.StatusPreconditionFailed, word: wordChanged}
	errMethod       = &refusal{status: http.StatusMethodNotAllowed, word: wordMethod}
	errDirectory    = &refusal{status: http.StatusMethodNotAllowed, word: wordDirectory}
	errExists       = &refusal{status: http.StatusMethodNotAllowed, word: wordExists}
	errMount        = &refusal{status: http.StatusForbidden, word: wordMount}
	errType         = &refusal{status: http.StatusUnsupportedMediaType, word: wordType}
	errChecksum     = &refusal{status: http.StatusBadRequest, word: wordChecksum}
	errLength       = &refusal{status: http.StatusBadRequest, word: wordLength}
	errDepth        = &refusal{status: http.StatusForbidden, word: wordDepth, condition: "propfind-finite-depth"}
	errNoLock       = &refusal{status: http.StatusConflict, word: wordLock, condition: "lock-token-matches-request-uri"}
	errProps        = &refusal{status: http.StatusInsufficientStorage, word: wordFull}
)

// known gives the faults of the catalogue their place in WebDAV.
var known = []struct {
	fault   *fault.Fault
	refusal refusal
}{
	{fault.AuthenticationFailed, refusal{status: http.StatusUnauthorized, word: wordSignIn}},
	{fault.TooManyRequests, refusal{status: http.StatusTooManyRequests, word: wordBusy}},
	{fault.PermissionDenied, refusal{status: http.StatusForbidden, word: wordForbidden}},
	{fault.InvalidID, refusal{status: http.StatusNotFound, word: wordMissing}},
	{fault.VersionNotFound, refusal{status: http.StatusNotFound, word: wordMissing}},
	{fault.NotADirectory, refusal{status: http.StatusConflict, word: wordNoParent}},
	{fault.NotAFile, refusal{status: http.StatusMethodNotAllowed, word: wordDirectory}},
	{fault.DuplicateField, refusal{status: http.StatusMethodNotAllowed, word: wordExists}},
	{fault.QuotaExceeded, refusal{status: http.StatusInsufficientStorage, word: wordFull, condition: "quota-not-exceeded"}},
	{fault.TooManyFiles, refusal{status: http.StatusInsufficientStorage, word: wordFull, condition: "quota-not-exceeded"}},
	{fault.PlanExpired, refusal{status: http.StatusForbidden, word: wordPlan}},
	{fault.WorkspaceFrozen, refusal{status: http.StatusForbidden, word: wordFrozen}},
	{fault.ChecksumMismatch, *errChecksum},
	{fault.TooDeep, refusal{status: http.StatusForbidden, word: wordDeep}},
	{fault.IntoItself, refusal{status: http.StatusForbidden, word: wordItself}},
	{fault.ContentDamaged, refusal{status: http.StatusConflict, word: wordDamaged}},
	{fault.PreconditionFailed, *errPrecondition},
	{fault.RangeInvalid, refusal{status: http.StatusRequestedRangeNotSatisfiable, word: wordBad}},
	{fault.TooLarge, refusal{status: http.StatusRequestEntityTooLarge, word: wordTooLarge}},
	{fault.RequestTimeout, refusal{status: http.StatusRequestTimeout, word: wordSlow}},
}

const invalidPath = `OCA\DAV\Connector\Sabre\Exception\InvalidPath`

// refusalOf finds the answer to an error; nil for one that is the server's own.
func refusalOf(err error) *refusal {
	var no *refusal
	if errors.As(err, &no) {
		return no
	}
	var f *fault.Fault
	switch {
	case errors.Is(err, blobstore.ErrFull):
		return refusalOf(fault.QuotaExceeded)
	case errors.Is(err, blobstore.ErrCorrupt):
		return refusalOf(fault.ContentDamaged)
	case !errors.As(err, &f):
		return nil
	case errors.Is(f, fault.EditedByAnother):
		return heldBy(f)
	case errors.Is(f, fault.InvalidName), errors.Is(f, fault.Required):
		return &refusal{status: http.StatusBadRequest, word: wordName, exception: invalidPath}
	}
	for i := range known {
		if errors.Is(f, known[i].fault) {
			return &known[i].refusal
		}
	}
	return &refusal{status: f.Status, word: wordBad}
}

// tooLong is the answer about a name that is too long.
func tooLong(name string) *refusal {
	return &refusal{
		status: http.StatusBadRequest, word: wordNameLong, letters: names.LettersOver(name), exception: invalidPath,
	}
}

// heldBy is the answer about a file that somebody edits.
func heldBy(f *fault.Fault) *refusal {
	name := ""
	if h, ok := f.Detail["holder"].(*leases.Holder); ok {
		name = h.Name
	}
	return &refusal{status: http.StatusLocked, word: wordLockedBy, name: name, owner: name, condition: "lock-token-submitted"}
}

// exceptions are the names of refusals that programs of Nextcloud know, by their status.
var exceptions = map[int]string{
	http.StatusBadRequest: "BadRequest", http.StatusUnauthorized: "NotAuthenticated", http.StatusForbidden: "Forbidden",
	http.StatusNotFound: "NotFound", http.StatusMethodNotAllowed: "MethodNotAllowed", http.StatusConflict: "Conflict",
	http.StatusPreconditionFailed: "PreconditionFailed", http.StatusUnsupportedMediaType: "UnsupportedMediaType",
	http.StatusRequestedRangeNotSatisfiable: "RequestedRangeNotSatisfiable", http.StatusLocked: "Locked",
	http.StatusInsufficientStorage: "InsufficientStorage", http.StatusTooManyRequests: "TooManyRequests",
}

// Refuse writes a refusal with its words in the language of the person. It returns the error when it is none.
func (s *Service) Refuse(c *api.Call, err error) error {
	no := refusalOf(err)
	if no == nil {
		return err
	}
	b := []byte(xmlHead + `<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:exception>`)
	b = append(appendText(b, no.exceptionName()), "</s:exception><s:message>"...)
	b = append(appendText(b, no.text(s.languageOf(c))), "</s:message>"...)
	b = appendCondition(b, no)
	b = append(b, "</d:error>\n"...)
	setRefusalHeaders(c.W.Header(), no.status, err)
	c.W.Header().Set("Content-Length", strconv.Itoa(len(b)))
	c.W.WriteHeader(no.status)
	_, _ = c.W.Write(b) // a failing write means that the program went away
	return nil
}

// text is the refusal in words.
func (r *refusal) text(language string) string {
	if r.letters == 0 {
		return say(language, r.word, r.name)
	}
	n := strconv.Itoa(r.letters)
	if language != "en" {
		n = names.PersianDigits(n)
	}
	return say(language, r.word, n)
}

// exceptionName is the name of the refusal that programs of Nextcloud know.
func (r *refusal) exceptionName() string {
	if r.exception != "" {
		return r.exception
	}
	name := "Sabre\\DAV\\Exception"
	if e := exceptions[r.status]; e != "" {
		name += `\` + e
	}
	return name
}

// setRefusalHeaders removes the headers of an answer that was begun and sets those of the refusal.
func setRefusalHeaders(h http.Header, status int, err error) {
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

func appendCondition(b []byte, no *refusal) []byte {
	if no.condition == "" {
		return b
	}
	if no.href == "" && no.owner == "" {
		return append(append(append(b, "<d:"...), no.condition...), "/>"...)
	}
	b = append(append(append(b, "<d:"...), no.condition...), '>')
	if no.href != "" {
		b = append(appendText(append(b, "<d:href>"...), no.href), "</d:href>"...)
	}
	b = append(append(append(b, "</d:"...), no.condition...), '>')
	if no.owner != "" {
		b = append(appendText(append(b, "<d:owner>"...), no.owner), "</d:owner>"...)
	}
	return b
}

// languageOf returns the language of the person; Persian when nobody is known.
func (s *Service) languageOf(c *api.Call) string {
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
