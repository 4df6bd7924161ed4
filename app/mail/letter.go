package mail

import (
	"embed"
	"errors"
	"fmt"
	html "html/template"
	"strconv"
	"strings"
	text "text/template"
	"unicode"

	"anbar/db"
)

//go:embed templates
var files embed.FS

const (
	maxSubject = 150 // runes
	maxText    = 4000
	maxItems   = 20
	maxSMS     = 400
)

// words has for each language the templates of all kinds: "<kind>.subject",
// ".lead", ".button" and ".note", and ".sms" of those that go to numbers, too.
// They are plain text; layouts put them into their places.
var words = map[string]*text.Template{}

var (
	plain = text.Must(text.ParseFS(files, "templates/layout.txt"))
	page  = html.Must(html.ParseFS(files, "templates/layout.html"))
)

func init() {
	for _, language := range []string{"fa", "en"} {
		n := func(n int) string { return number(language, n) }
		words[language] = text.Must(text.New("").Funcs(text.FuncMap{"n": n}).ParseFS(files, "templates/"+language+".txt"))
	}
}

// number writes a number in the digits of a language.
func number(language string, n int) string {
	s := strconv.Itoa(n)
	if language != "fa" {
		return s
	}
	return strings.Map(func(r rune) rune { return r - '0' + '۰' }, s)
}

// letter is a message in words.
type letter struct{ subject, text, html string }

// parts are the parts of a layout, from top to bottom.
type parts struct {
	Language  string
	Direction string
	Product   string
	Subject   string
	Lead      string
	Items     []string
	More      string
	Quote     string
	Code      string
	Button    string
	URL       string
	Note      string
	Footer    string
}

// render executes a template of a language. The result is empty when the template does not
// exist.
func render(language, name string, d Data) (string, error) {
	t := words[language]
	if t == nil {
		return "", fmt.Errorf("no words for messages in %q", language)
	}
	if t.Lookup(name) == nil {
		return "", nil
	}
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, name, d); err != nil {
		return "", fmt.Errorf("write a message: %w", err)
	}
	return strings.TrimSpace(b.String()), nil
}

// writeText puts a message into the few words of an SMS.
func writeText(m *Message) (string, error) {
	s, err := render(m.Language, string(m.Kind)+".sms", clean(m.Data))
	if err == nil && s == "" {
		err = fmt.Errorf("no words for text messages of kind %q", m.Kind)
	}
	return short(s, maxSMS), err
}

func write(m *Message) (*letter, error) {
	d := clean(m.Data)
	say := func(name string) (string, error) { return render(m.Language, name, d) }
	kind := string(m.Kind)
	p := &parts{Language: m.Language, Direction: "ltr", Items: d.Items, Quote: d.Text, Code: d.Code, URL: d.URL}
	if m.Language == "fa" {
		p.Direction = "rtl"
	}
	err := error(nil)
	for into, name := range map[*string]string{
		&p.Product: "product", &p.Footer: "footer", &p.Subject: kind + ".subject", &p.Lead: kind + ".lead", &p.Button: kind + ".button",
		&p.Note: kind + ".note",
	} {
		words, e := say(name)
		*into, err = words, errors.Join(err, e)
	}
	if more := d.Count - len(d.Items); more > 0 && len(d.Items) > 0 {
		d.Count = more
		words, e := say("more")
		p.More, err = words, errors.Join(err, e)
	}
	if err != nil {
		return nil, err
	}
	if p.Subject == "" || p.Lead == "" {
		return nil, fmt.Errorf("no words for mails of kind %q", m.Kind)
	}
	p.Subject = short(line(p.Subject), maxSubject)
	return p.letter()
}

func (p *parts) letter() (*letter, error) {
	var t, h strings.Builder
	if err := plain.Execute(&t, p); err != nil {
		return nil, fmt.Errorf("write a mail's text: %w", err)
	}
	if err := page.Execute(&h, p); err != nil {
		return nil, fmt.Errorf("write a mail's HTML: %w", err)
	}
	return &letter{p.Subject, strings.TrimSpace(t.String()) + "\n", h.String()}, nil
}

// clean removes invisible characters from the texts of users, and joins each text into one
// short line.
func clean(d Data) Data {
	for _, s := range []*string{&d.Space, &d.Who, &d.Title, &d.What, &d.Email, &d.Address, &d.Device, &d.Code} {
		*s = short(line(*s), maxSubject)
	}
	if d.Count == 0 {
		d.Count = len(d.Items)
	}
	items := d.Items[:min(len(d.Items), maxItems)]
	d.Items = make([]string, len(items))
	for i := range items {
		d.Items[i] = short(line(items[i]), maxSubject)
	}
	d.Text = short(strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' || !hidden(r) {
			return r
		}
		return -1
	}, strings.ReplaceAll(d.Text, "\r\n", "\n"))), maxText)
	return d
}

// line makes one line of a text.
func line(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if hidden(r) {
			return -1
		}
		return r
	}, s)), " ")
}

// hidden reports whether r is a control character or changes the direction of the text
// after it. The joiners of Persian are not hidden.
func hidden(r rune) bool {
	return unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u2028' || r == '\u2029' ||
		r == unicode.ReplacementChar
}

func short(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

func isMissing(err error) bool { return errors.Is(err, db.ErrNotFound) }
