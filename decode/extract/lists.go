package extract

import (
	"encoding/xml"
	"maps"
	"strconv"
	"strings"
)

// itemLevel says how the items on one level of a list are numbered (ECMA-376, 17.9.6).
type itemLevel struct {
	start           int
	format, text    string
	style           string // paragraphs of it are on this level
	legal, restarts bool   // written in digits; counted from start again after an item above
}

// itemList is a list of a docx. Lists with one source go on counting where another one stopped.
type itemList struct {
	source string
	levels map[int]*itemLevel
	starts map[int]int // where this list begins instead
}

// itemStyle is what a style says of the lists of its paragraphs.
type itemStyle struct {
	list    string
	level   int // -1 when it does not say it
	rtl     bool
	parent  string
	hasBidi bool
}

// listNumbering numbers the items of the lists of a docx in the order in which they are asked for.
type listNumbering struct {
	byID         map[string]*itemList
	styles       map[string]itemStyle
	defaultStyle string
	counts       map[string][]int // by the source of a list; 0 for a level without an item
	started      map[string]bool
}

const (
	maxLists  = 5000
	maxMarker = 64 // bytes; Word takes 31 letters
)

// readLists reads the lists of a docx. Without its numbering no item has a number.
func (p *zipDocument) readLists() *listNumbering {
	l := &listNumbering{byID: map[string]*itemList{}, styles: map[string]itemStyle{}, counts: map[string][]int{},
		started: map[string]bool{}}
	r := listReader{sources: map[string]*itemList{}, byStyle: map[string]string{}, links: map[string]string{}, lists: l}
	_ = p.walkTokens(p.findFile("word/numbering.xml"), func(t xml.Token) (bool, error) {
		if e, ok := t.(xml.StartElement); ok {
			r.readElement(e)
		}
		return len(r.sources)+len(l.byID) < maxLists, nil
	})
	r.resolveLevels()
	l.readStyles(p)
	return l
}

// listReader follows the elements of the numbering of a docx.
type listReader struct {
	lists   *listNumbering
	sources map[string]*itemList
	byStyle map[string]string // sources by the style that links to them
	links   map[string]string // styles that a source is taken from
	list    *itemList
	id      string
	at      int
	level   *itemLevel
}

func (r *listReader) readElement(e xml.StartElement) {
	value := attr(e, "val")
	switch e.Name.Local {
	case "abstractNum":
		r.id, r.level = attr(e, "abstractNumId"), nil
		r.list = &itemList{source: r.id, levels: map[int]*itemLevel{}, starts: map[int]int{}}
		r.sources[r.id] = r.list
	case "num":
		r.level = nil
		r.list = &itemList{levels: map[int]*itemLevel{}, starts: map[int]int{}}
		r.lists.byID[attr(e, "numId")] = r.list
	case "styleLink":
		r.byStyle[value] = r.id
	case "numStyleLink":
		r.links[r.id] = value
	}
	if r.list == nil {
		return
	}
	switch e.Name.Local {
	case "abstractNumId":
		r.list.source = value
	case "lvlOverride":
		r.at, r.level = intAttr(e, "ilvl", 0, maxLevel), nil
	case "startOverride":
		r.list.starts[r.at] = intAttr(e, "val", 0, maxStart)
	case "lvl":
		r.at = intAttr(e, "ilvl", 0, maxLevel)
		r.level = &itemLevel{format: "decimal", restarts: true}
		r.list.levels[r.at] = r.level
	}
	if r.level != nil {
		r.level.setProperty(e.Name.Local, value, e)
	}
}

const maxStart = 999_999

func (l *itemLevel) setProperty(name, value string, e xml.StartElement) {
	switch name {
	case "start":
		l.start = intAttr(e, "val", 0, maxStart)
	case "numFmt":
		l.format = value
	case "lvlText":
		l.text = truncateMarker(value)
	case "pStyle":
		l.style = value
	case "isLgl":
		l.legal = isOn(value)
	case "lvlRestart":
		l.restarts = value != "0"
	}
}

// isOn reads a property that is on when it is there, unless it says otherwise.
func isOn(value string) bool { return value != "0" && value != "false" && value != "off" }

// resolveLevels gives each list the levels of its source, but for those that it has itself.
func (r *listReader) resolveLevels() {
	for _, l := range r.lists.byID {
		if style, ok := r.links[l.source]; ok && r.byStyle[style] != "" {
			l.source = r.byStyle[style]
		}
		own := l.levels
		l.levels = map[int]*itemLevel{}
		if s := r.sources[l.source]; s != nil {
			maps.Copy(l.levels, s.levels)
		}
		maps.Copy(l.levels, own)
	}
}

// readStyles reads which styles put their paragraphs into lists, and which run from the right.
func (l *listNumbering) readStyles(p *zipDocument) {
	id, s := "", itemStyle{level: -1}
	_ = p.walkTokens(p.findFile("word/styles.xml"), func(t xml.Token) (bool, error) {
		e, ok := t.(xml.StartElement)
		if !ok {
			return true, nil
		}
		switch value := attr(e, "val"); e.Name.Local {
		case "style":
			id, s = attr(e, "styleId"), itemStyle{level: -1}
			if attr(e, "type") == "paragraph" && isOn(attr(e, "default")) && attr(e, "default") != "" {
				l.defaultStyle = id
			}
		case "basedOn":
			s.parent = value
		case "numId":
			s.list = value
		case "ilvl":
			s.level = intAttr(e, "val", 0, maxLevel)
		case "bidi":
			s.rtl, s.hasBidi = isOn(value), true
		}
		l.styles[id] = s // also of the defaults of the document, which have no name
		return len(l.styles) < maxLists, nil
	})
}

// maxStyleDepth bounds how many styles are followed of which each is based on the next.
const maxStyleDepth = 20

// resolveStyle returns what a style says of the lists of its paragraphs, with those that it is based on.
func (l *listNumbering) resolveStyle(style string) itemStyle {
	if style == "" {
		style = l.defaultStyle
	}
	all := itemStyle{level: -1}
	add := func(s itemStyle) {
		if all.list == "" {
			all.list = s.list
		}
		if all.level < 0 {
			all.level = s.level
		}
		if !all.hasBidi {
			all.rtl, all.hasBidi = s.rtl, s.hasBidi
		}
	}
	for n := 0; style != "" && n < maxStyleDepth; n++ {
		s := l.styles[style]
		add(s)
		style = s.parent
	}
	add(l.styles[""])
	return all
}

// item is what a paragraph says of itself.
type item struct {
	style, list string
	level       int // -1 when it does not say it
	rtl         bool
	hasBidi     bool
}

// nextMarker returns what stands before the next item, and its level; false for a paragraph that is in no list.
func (l *listNumbering) nextMarker(i item) (marker string, level int, ok bool) {
	s := l.resolveStyle(i.style)
	if i.list == "" {
		i.list = s.list
	}
	if !i.hasBidi {
		i.rtl = s.rtl
	}
	list := l.byID[i.list]
	if i.list == "" || i.list == "0" || list == nil {
		return "", 0, false
	}
	if i.level < 0 {
		i.level = max(s.level, 0)
		for at, one := range list.levels {
			if one.style != "" && one.style == i.style {
				i.level = at
			}
		}
	}
	own := list.levels[i.level]
	if own == nil || i.level >= maxLevel {
		return "", 0, false
	}
	return list.formatMarker(own, l.countItem(i.list, list, i.level), i.rtl), i.level, true
}

// countItem counts one more item on a level, and begins those below anew. Counts are one more than the number of an item.
func (l *listNumbering) countItem(id string, list *itemList, level int) []int {
	counts := l.counts[list.source]
	if counts == nil {
		counts = make([]int, maxLevel)
		l.counts[list.source] = counts
	}
	first := list.levels[level].start
	if start, ok := list.starts[level]; ok {
		first = start
		if key := id + " " + strconv.Itoa(level); !l.started[key] {
			l.started[key], counts[level] = true, 0
		}
	}
	if counts[level] == 0 {
		counts[level] = first
	}
	counts[level]++
	for below := level + 1; below < maxLevel; below++ {
		if one := list.levels[below]; one == nil || one.restarts {
			counts[below] = 0
		}
	}
	return counts
}

// formatMarker replaces %1 to %9 in the text of a level by the numbers of the levels.
func (list *itemList) formatMarker(own *itemLevel, counts []int, rtl bool) string {
	if own.format == "bullet" {
		return normalizeBullet(own.text)
	}
	var b strings.Builder
	for i := 0; i < len(own.text); i++ {
		if own.text[i] != '%' || i+1 == len(own.text) || own.text[i+1] < '1' || own.text[i+1] > '9' {
			b.WriteByte(own.text[i])
			continue
		}
		i++
		at := int(own.text[i] - '1')
		n, format := 1, "decimal"
		if one := list.levels[at]; one != nil {
			n, format = one.start, one.format
		}
		if counts[at] > 0 {
			n = counts[at] - 1
		}
		if own.legal {
			format = "decimal"
		}
		b.WriteString(formatNumber(n, format, rtl))
	}
	return truncateMarker(b.String())
}

// truncateMarker bounds a marker, which is written for each item of a list.
func truncateMarker(s string) string {
	if len(s) <= maxMarker {
		return s
	}
	return s[:wholeRunesLen([]byte(s[:maxMarker]))]
}
