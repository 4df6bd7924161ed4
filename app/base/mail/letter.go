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
var templateFiles embed.FS

const (
	maxSubject = 150 // runes
	maxText    = 4000
	maxItems   = 20
	maxSMS     = 400
)

// templates has for each language the templates of all kinds: "<kind>.subject",
// ".lead", ".button" and ".note", and ".sms" of those that go to numbers, too.
// They are plain text; layouts put them into their places.
var templates = map[string]*text.Template{}

var (
	textLayout = text.Must(text.ParseFS(templateFiles, "templates/layout.txt"))
	htmlLayout = html.Must(html.ParseFS(templateFiles, "templates/layout.html"))
)

func init() {
	for _, language := range []string{"fa", "en"} {
		n := func(n int) string { return localizeNumber(language, n) }
		templates[language] = text.Must(text.New("").Funcs(text.FuncMap{"n": n}).ParseFS(templateFiles, "templates/"+language+".txt"))
	}
}

// localizeNumber writes a number in the digits of a language.
func localizeNumber(language string, n int) string {
	s := strconv.Itoa(n)
	if language != "fa" {
		return s
	}
	return strings.Map(func(r rune) rune { return r - '0' + '۰' }, s)
}

// mailContent is a message in words.
type mailContent struct{ subject, text, html string }

// layoutData are the parts of a layout, from top to bottom.
type layoutData struct {
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

// renderTemplate executes a template of a language. The result is empty when the template does not
// exist.
func renderTemplate(language, name string, d Data) (string, error) {
	t := templates[language]
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

// renderText puts a message into the few words of an SMS.
func renderText(m *Message) (string, error) {
	s, err := renderTemplate(m.Language, string(m.Kind)+".sms", sanitizeData(m.Data))
	if err == nil && s == "" {
		err = fmt.Errorf("no words for text messages of kind %q", m.Kind)
	}
	return truncate(s, maxSMS), err
}

func renderMail(m *Message) (*mailContent, error) {
	d := sanitizeData(m.Data)
	say := func(name string) (string, error) { return renderTemplate(m.Language, name, d) }
	kind := string(m.Kind)
	p := &layoutData{Language: m.Language, Direction: "ltr", Items: d.Items, Quote: d.Text, Code: d.Code, URL: d.URL}
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
	p.Subject = truncate(singleLine(p.Subject), maxSubject)
	return p.render()
}

func (p *layoutData) render() (*mailContent, error) {
	var t, h strings.Builder
	if err := textLayout.Execute(&t, p); err != nil {
		return nil, fmt.Errorf("write a mail's text: %w", err)
	}
	if err := htmlLayout.Execute(&h, p); err != nil {
		return nil, fmt.Errorf("write a mail's HTML: %w", err)
	}
	return &mailContent{subject: p.Subject, text: strings.TrimSpace(t.String()) + "\n", html: h.String()}, nil
}

// sanitizeData removes invisible characters from the texts of users, and joins each text into one
// short line.
func sanitizeData(d Data) Data {
	for _, s := range []*string{&d.Space, &d.Who, &d.Title, &d.What, &d.Email, &d.Address, &d.Device, &d.Code} {
		*s = truncate(singleLine(*s), maxSubject)
	}
	if d.Count == 0 {
		d.Count = len(d.Items)
	}
	items := d.Items[:min(len(d.Items), maxItems)]
	d.Items = make([]string, len(items))
	for i := range items {
		d.Items[i] = truncate(singleLine(items[i]), maxSubject)
	}
	d.Text = truncate(strings.TrimSpace(strings.Map(func(r rune) rune {
		if r == '\n' || !isInvisible(r) {
			return r
		}
		return -1
	}, strings.ReplaceAll(d.Text, "\r\n", "\n"))), maxText)
	return d
}

// singleLine makes one line of a text.
func singleLine(s string) string {
	return strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if isInvisible(r) {
			return -1
		}
		return r
	}, s)), " ")
}

// isInvisible reports whether r is a control character or changes the direction of the text
// after it. The joiners of Persian are not hidden.
func isInvisible(r rune) bool {
	return unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' || r == '\u2028' || r == '\u2029' ||
		r == unicode.ReplacementChar
}

func truncate(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

func isNotFound(err error) bool { return errors.Is(err, db.ErrNotFound) }
