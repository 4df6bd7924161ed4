package sheet

// Run is a part of a text with a look of its own.
type Run struct {
	Text      string  `json:"t"`
	Bold      bool    `json:"bold,omitempty"`
	Italic    bool    `json:"italic,omitempty"`
	Underline bool    `json:"underline,omitempty"`
	Strike    bool    `json:"strike,omitempty"`
	Color     string  `json:"color,omitempty"` // RRGGBB
	Size      float64 `json:"size,omitempty"`  // in points
}

const (
	maxRuns = 200 // of a cell; the rest of its text has the look of the last one
	runSize = 100 // bytes of one on the page, about
)

// richText is the text of a cell while its elements are read.
type richText struct {
	text  string
	runs  []Run
	inRun bool // a run is being read
}

// readTag reads a tag within the text: of a run, of its look, or of what it says.
func (r *richText) readTag(s *scanner, l *xlsxStyles) error {
	switch {
	case s.is("r"):
		r.inRun = true
		if len(r.runs) < maxRuns {
			r.runs = append(r.runs, Run{})
		}
	case s.isEndOf("r"):
		r.inRun = false
	case s.is("rPh"):
		return s.skipElement("rPh")
	case s.is("t") && len(r.text) < maxCell:
		part, err := s.text(maxCell - len(r.text))
		if err != nil {
			return err
		}
		part = decodeEscapes(part)
		if r.text += part; r.inRun {
			r.runs[len(r.runs)-1].Text += part
		} else if len(r.runs) > 0 && len(r.runs) < maxRuns {
			r.runs = append(r.runs, Run{Text: part})
		}
	case r.inRun && !s.isEnd:
		var look Style
		run := &r.runs[len(r.runs)-1]
		look.Bold, look.Italic, look.Underline, look.Strike = run.Bold, run.Italic, run.Underline, run.Strike
		look.Color, look.Size = run.Color, run.Size
		l.readFontProperty(&look, s)
		run.Bold, run.Italic, run.Underline, run.Strike = look.Bold, look.Italic, look.Underline, look.Strike
		run.Color, run.Size = look.Color, look.Size
	}
	return nil
}

// styledRuns returns the runs when one of them has a look of its own.
func (r *richText) styledRuns() []Run {
	for _, run := range r.runs {
		if run != (Run{Text: run.Text}) {
			return r.runs
		}
	}
	return nil
}
