package pdfium

import (
	"encoding/binary"
	"strings"
)

// The kinds of what lies on a page, of its fields, and how these are marked.
const (
	remark    = 1
	freeText  = 3
	highlight = 9 // then underline, squiggly underline and strikeout
	strikeOut = 12
	widget    = 20
	hidden    = 1 << 1

	comboBox  = 4
	listBox   = 5
	textField = 6
	password  = 1 << 13

	maxNotes = 2000     // of a page
	maxNote  = 64 << 10 // bytes of one
)

// appendNotes adds the texts that lie on a page and are not of it: those of notes, and what was filled into a form.
func (d *document) appendNotes(page uint64, b *strings.Builder, most int) {
	n := min(int(int32(d.call("FPDFPage_GetAnnotCount", page))), maxNotes)
	for i := 0; i < n && d.err == nil && b.Len() < most; i++ {
		one := d.call("FPDFPage_GetAnnot", page, uint64(i))
		if one == 0 {
			continue
		}
		text := ""
		if d.call("FPDFAnnot_GetFlags", one)&hidden == 0 {
			switch kind := d.call("FPDFAnnot_GetSubtype", one); {
			case kind == remark, kind == freeText, kind >= highlight && kind <= strikeOut:
				text = d.noteText(one)
			case kind == widget:
				text = d.fieldText(one)
			}
		}
		if text = strings.TrimSpace(text); text != "" {
			b.WriteString("\r\n" + strings.ToValidUTF8(text[:min(len(text), most-b.Len())], ""))
		}
		d.call("FPDFPage_CloseAnnot", one)
	}
}

// noteText returns the text of a note.
func (d *document) noteText(note uint64) string {
	key := d.mustCall("malloc", 16)
	if d.err != nil || !d.m.Memory().Write(uint32(key), []byte("Contents\x00")) {
		return ""
	}
	defer d.call("free", key)
	return d.readString("FPDFAnnot_GetStringValue", note, key)
}

// fieldText returns what was filled into a field or chosen in it; nothing of a password, and of a field on several pages once.
func (d *document) fieldText(one uint64) string {
	form := d.ensureForm()
	kind := d.call("FPDFAnnot_GetFormFieldType", form, one)
	if kind != textField && kind != comboBox && kind != listBox {
		return ""
	}
	if kind == textField && d.call("FPDFAnnot_GetFormFieldFlags", form, one)&password != 0 {
		return ""
	}
	name, value := d.readString("FPDFAnnot_GetFormFieldName", form, one), d.readString("FPDFAnnot_GetFormFieldValue", form, one)
	if _, again := d.seenFields[name]; again {
		return ""
	}
	d.seenFields[name] = struct{}{}
	return value
}

// ensureForm returns the environment of the form: no action of the document is run, and nothing is called back.
func (d *document) ensureForm() uint64 {
	const info = 256 // bytes, more than the structure has
	if d.form == 0 {
		d.seenFields = map[string]struct{}{}
		at := d.mustCall("malloc", info)
		if d.err != nil {
			return 0
		}
		none := make([]byte, info)
		binary.LittleEndian.PutUint32(none, 1) // the version
		d.m.Memory().Write(uint32(at), none)
		d.form = d.mustCall("FPDFDOC_InitFormFillEnvironment", d.doc, at)
	}
	return d.form
}

// readString returns a text that a call writes into a buffer, whose length it tells first.
func (d *document) readString(name string, args ...uint64) string {
	n := min(d.call(name, append(args[:len(args):len(args)], 0, 0)...), maxNote)
	if n <= 2 || d.err != nil {
		return ""
	}
	buf := d.mustCall("malloc", n)
	d.call(name, append(args[:len(args):len(args)], buf, n)...)
	if d.err != nil {
		return ""
	}
	s := d.readUTF16(buf, int(n))
	d.call("free", buf)
	return s
}
