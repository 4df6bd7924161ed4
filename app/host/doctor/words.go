package doctor

import (
	"embed"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode"

	"anbar/app/base/calendar"
	"anbar/app/base/progress"
)

// Language is one that the doctor speaks.
type Language string

// The languages.
const (
	English Language = "en"
	Persian Language = "fa"
)

//go:embed words
var wordFiles embed.FS

// catalogues are all sentences, by their language and key.
var catalogues = map[Language]map[string]string{English: loadCatalogue(English), Persian: loadCatalogue(Persian)}

func loadCatalogue(l Language) map[string]string {
	b, err := wordFiles.ReadFile("words/" + string(l) + ".txt")
	if err != nil {
		panic(err)
	}
	all := map[string]string{}
	for line := range strings.Lines(string(b)) {
		if key, words, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && !strings.HasPrefix(line, "#") {
			all[key] = words
		}
	}
	return all
}

// ParamKind is what the value of a parameter is.
type ParamKind string

// The kinds.
const (
	Text    ParamKind = "text" // a name, a path, an address, the words of another program
	Count   ParamKind = "count"
	Size    ParamKind = "size"    // bytes
	Span    ParamKind = "span"    // seconds, with a fraction
	Percent ParamKind = "percent" // whole
	Day     ParamKind = "day"     // RFC 3339, as a moment
	Moment  ParamKind = "moment"
)

// Param is a value in a finding.
type Param struct {
	Name  string    `json:"name"`
	Kind  ParamKind `json:"kind" enum:"text,count,size,span,percent,day,moment"`
	Value string    `json:"value" doc:"size: bytes; span: seconds; day and moment: as in RFC 3339"`
}

// text drops what would break out of the direction of the value, or of its line.
func text(name, value string) Param {
	clean := func(r rune) rune {
		if unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069' {
			return ' '
		}
		return r
	}
	return Param{name, Text, strings.Map(clean, value)}
}

func trouble(err error) Param { return text("error", err.Error()) }

// path is a file or a directory, as a shell reads it from anywhere.
func path(name string) Param {
	if whole, err := filepath.Abs(name); err == nil {
		name = whole
	}
	return text("path", quoteShell(name))
}

func count[N int | int64 | uint64](name string, n N) Param { return Param{name, Count, fmt.Sprint(n)} }

func size(name string, n int64) Param { return Param{name, Size, strconv.FormatInt(n, 10)} }

func span(name string, d time.Duration) Param {
	return Param{name, Span, strconv.FormatFloat(d.Seconds(), 'f', 3, 64)}
}

func percent(name string, n float64) Param {
	return Param{name, Percent, strconv.FormatFloat(n, 'f', 0, 64)}
}

func day(name string, t time.Time) Param { return Param{name, Day, t.UTC().Format(time.RFC3339)} }

func moment(name string, t time.Time) Param { return Param{name, Moment, t.UTC().Format(time.RFC3339)} }

// quoteShell writes an argument as a shell reads it back.
func quoteShell(s string) string {
	isPlain := func(r rune) bool {
		return r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("/._-", r))
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !isPlain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// isShellWord reports whether quoteShell may have written a text.
func isShellWord(s string) bool {
	if inner, ok := strings.CutPrefix(s, "'"); ok {
		inner, ok = strings.CutSuffix(inner, "'")
		return ok && !strings.Contains(strings.ReplaceAll(inner, `'\''`, ""), "'")
	}
	return s != "" && quoteShell(s) == s
}

// format returns a parameter in words.
func (p *Param) format(l Language) string {
	switch p.Kind {
	case Count:
		return localize(l, p.Value)
	case Size:
		n, _ := strconv.ParseInt(p.Value, 10, 64)
		return formatSize(l, n)
	case Span:
		s, _ := strconv.ParseFloat(p.Value, 64)
		return formatSpan(l, time.Duration(s*float64(time.Second)))
	case Percent:
		if l == Persian {
			return localize(l, p.Value) + "٪"
		}
		return p.Value + " %"
	case Day, Moment:
		t, _ := time.Parse(time.RFC3339, p.Value)
		return formatTime(l, t, p.Kind == Moment)
	}
	return p.Value
}

// localize writes the digits of a language.
func localize(l Language, number string) string {
	if l != Persian {
		return number
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r - '0' + '۰'
		case r == '.':
			return '٫'
		}
		return r
	}, number)
}

func formatSize(l Language, n int64) string {
	words := progress.FormatBytes(n)
	if l != Persian {
		return words
	}
	number, unit, _ := strings.Cut(words, " ")
	units := map[string]string{
		"B": "بایت", "KB": "کیلوبایت", "MB": "مگابایت", "GB": "گیگابایت", "TB": "ترابایت", "PB": "پتابایت", "EB": "اگزابایت",
	}
	return localize(l, strings.TrimSuffix(number, ".0")) + " " + units[unit]
}

// spanUnits are those of a span, the largest first.
var spanUnits = []struct {
	length             time.Duration
	one, many, persian string
}{
	{24 * time.Hour, "day", "days", "روز"}, {time.Hour, "hour", "hours", "ساعت"}, {time.Minute, "minute", "minutes", "دقیقه"},
	{time.Second, "second", "seconds", "ثانیه"}, {time.Millisecond, "ms", "ms", "میلی‌ثانیه"},
}

// formatSpan says the largest unit of a span that it has one of.
func formatSpan(l Language, d time.Duration) string {
	for _, u := range spanUnits {
		n := int64(d / u.length)
		if n == 0 && u.length > time.Millisecond {
			continue
		}
		switch number := strconv.FormatInt(n, 10); {
		case l == Persian:
			return localize(l, number) + " " + u.persian
		case n == 1:
			return number + " " + u.one
		default:
			return number + " " + u.many
		}
	}
	return ""
}

func formatTime(l Language, t time.Time, hasClock bool) string {
	if l != Persian {
		if hasClock {
			return t.UTC().Format("2006-01-02 15:04:05 UTC")
		}
		return t.UTC().Format(time.DateOnly)
	}
	t = t.In(calendar.Tehran)
	y, m, d := calendar.Persian(t)
	words := fmt.Sprintf("%d %s %d", d, calendar.MonthNames[m-1], y)
	if hasClock {
		words += "، ساعت " + t.Format("15:04")
	}
	return localize(l, words)
}
