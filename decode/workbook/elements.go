package workbook

import (
	"bytes"
	"slices"
)

func attrOf(tag []byte, name string) string { v, _ := findAttr(tag, name); return v }

// splitElement takes an element apart, or a tag alone: its tag as a start, what is in it, and its end.
func splitElement(xml []byte) (tag, children, end []byte) {
	at := 0
	for quote := byte(0); at < len(xml) && (quote != 0 || xml[at] != '>'); at++ {
		switch {
		case quote == 0 && (xml[at] == '"' || xml[at] == '\''):
			quote = xml[at]
		case xml[at] == quote:
			quote = 0
		}
	}
	tag = xml[:at+1]
	if tag[len(tag)-2] == '/' {
		return slices.Concat(tag[:len(tag)-2], []byte(">")), nil, nil
	}
	if at+1 == len(xml) { // a start tag alone
		return tag, nil, nil
	}
	end = xml[bytes.LastIndexByte(xml, '<'):]
	return tag, xml[at+1 : len(xml)-len(end)], end
}

func joinElement(tag, children, end []byte, name string) []byte {
	if len(bytes.TrimSpace(children)) == 0 {
		return slices.Concat(bytes.TrimRight(tag[:len(tag)-1], " "), []byte("/>"))
	}
	if end == nil {
		end = []byte("</" + name + ">")
	}
	return slices.Concat(tag, children, end)
}

type element struct {
	name string
	xml  []byte
}

// parseChildren returns the children in a piece of XML that was checked.
func parseChildren(xml []byte) []element {
	var all []element
	wrapped := slices.Concat([]byte("<a>"), xml, []byte("</a>"))
	s := &scanner{src: wrapped}
	begin := 0
	for s.next() == nil {
		if s.depth != 2 {
			continue
		}
		if !s.isEnd {
			begin = s.tagStart
		}
		if s.isEnd || s.selfClosing {
			all = append(all, element{string(s.name), wrapped[begin:s.pos]})
		}
	}
	return all
}
