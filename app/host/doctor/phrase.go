package doctor

import "strings"

// PieceKind is what a piece of a phrase is.
type PieceKind string

// The kinds.
const (
	Words   PieceKind = "words"
	Value   PieceKind = "value"   // from left to right in every language, as what follows
	Literal PieceKind = "literal" // to be typed as it is
	Command PieceKind = "command" // a whole command for a shell
)

// Piece is a part of a phrase.
type Piece struct {
	Kind PieceKind `json:"kind" enum:"words,value,literal,command"`
	Text string    `json:"text"`
}

// phrase returns the sentence of a key.
func phrase(l Language, key string, params []Param) []Piece {
	all := []Piece{}
	for i, part := range strings.Split(catalogues[l][key], "`") {
		switch {
		case part == "":
		case i%2 == 0:
			all = appendWords(all, l, part, params)
		default:
			kind := Literal
			command, isCommand := strings.CutPrefix(part, "$ ")
			if isCommand {
				kind = Command
			}
			var values []string
			for _, p := range params {
				if isCommand && !isShellWord(p.Value) {
					p.Value = quoteShell(p.Value)
				}
				values = append(values, "{"+p.Name+"}", p.Value)
			}
			all = append(all, Piece{kind, strings.NewReplacer(values...).Replace(command)}) // in one pass: values may hold braces
		}
	}
	return all
}

func appendWords(all []Piece, l Language, words string, params []Param) []Piece {
	add := func(kind PieceKind, s string) {
		if n := len(all); n > 0 && kind == Words && all[n-1].Kind == Words {
			all[n-1].Text += s
		} else if s != "" {
			all = append(all, Piece{kind, s})
		}
	}
	for words != "" {
		before, rest, isParam := strings.Cut(words, "{")
		add(Words, before)
		if !isParam {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		for i := range params {
			if p := &params[i]; p.Name == name && p.Kind == Text {
				add(Value, p.Value)
			} else if p.Name == name {
				add(Words, p.format(l))
			}
		}
		words = after
	}
	return all
}

// Marks around what is read from left to right among words from right to left.
const (
	leftToRight = "\u2066"
	endOfThat   = "\u2069"
)

// join writes a phrase as one text.
func join(l Language, all []Piece) string {
	var out strings.Builder
	for _, p := range all {
		s := p.Text
		switch {
		case l == Persian && p.Kind != Words:
			s = leftToRight + s + endOfThat
		case p.Kind == Literal || p.Kind == Command:
			s = `"` + s + `"`
		}
		out.WriteString(s)
	}
	return out.String()
}

// Diagnosis is what a check found.
type Diagnosis struct {
	Check  string
	Level  Level
	Code   string // of what was found
	Mend   string // code of what is to be done; empty for nothing
	Params []Param
}

// Phrases are a finding in words.
type Phrases struct{ Title, Found, Why, Mend []Piece }

// Phrase returns a finding in words.
func (f *Diagnosis) Phrase(l Language) Phrases {
	p := Phrases{
		Title: phrase(l, "check."+f.Check, nil), Found: phrase(l, "found."+f.Code, f.Params),
		Why: phrase(l, "why."+f.Check, nil), Mend: []Piece{},
	}
	if f.Mend != "" {
		p.Mend = phrase(l, "mend."+f.Mend, f.Params)
	}
	return p
}

// Result returns a finding for a shell.
func (f *Diagnosis) Result(l Language) Result {
	p := f.Phrase(l)
	return Result{
		Check: f.Check, Title: join(l, p.Title), Level: f.Level, Code: f.Code, Params: f.Params,
		Found: join(l, p.Found), Why: join(l, p.Why), Mend: join(l, p.Mend),
	}
}

// Results returns findings for a shell.
func Results(all []Diagnosis, l Language) []Result {
	out := make([]Result, len(all))
	for i := range all {
		out[i] = all[i].Result(l)
	}
	return out
}

// ShellWords returns a text of the report of a shell.
func ShellWords(l Language, name string, counts map[string]int) string {
	var params []Param
	for key, n := range counts {
		params = append(params, count(key, n))
	}
	return join(l, phrase(l, "shell."+name, params))
}
