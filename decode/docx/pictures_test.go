package docx

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// metafile begins as an enhanced metafile does.
const metafile = "\x01\x00\x00\x00\x6c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x63\x00\x00\x00\x31\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x10\x0a\x00\x00\x08\x05\x00\x00 EMF\x00\x00\x01\x00"

const oddSize = `cx="1139868" cy="571111"`

// sized is a picture whose size is no whole number of pixels.
func sized(rel, id string) string {
	return strings.NewReplacer(`"rel0"`, `"`+rel+`"`, `id="7"`, `id="`+id+`"`, `cx="952500" cy="476250"`, oddSize).Replace(
		drawing("inline", pictureNamespace, pictureInside))
}

// pictures are documents whose pictures say more than the editor knows of them, or that it cannot draw.
func pictures() map[string]sample {
	parts := map[string]string{"word/media/image1.png": dot, "word/media/image2.png": dot + "\n", "word/media/image1.emf": metafile}
	kinds := []string{"media/image1.png image", "media/image2.png image", "media/image1.emf image"}
	anchor := strings.NewReplacer(`<wp:wrapSquare wrapText="bothSides"/>`, `<wp:wrapTight wrapText="bothSides"><wp:wrapPolygon edited="0">`+
		`<wp:start x="0" y="0"/><wp:lineTo x="0" y="21000"/><wp:lineTo x="21000" y="21000"/><wp:lineTo x="21000" y="0"/>`+
		`<wp:lineTo x="0" y="0"/></wp:wrapPolygon></wp:wrapTight>`, `</wp:anchor>`,
		`<wp14:sizeRelH xmlns:wp14="http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing" `+
			`relativeFrom="margin"><wp14:pctWidth>0</wp14:pctWidth></wp14:sizeRelH></wp:anchor>`,
		`<pic:cNvPicPr/>`, `<pic:cNvPicPr><a:picLocks noChangeAspect="1"/></pic:cNvPicPr>`,
		`r:embed="rel0"/>`, `r:embed="rel0" cstate="print"><a:extLst><a:ext uri="{28A0092B-C50C-407E-A947-70E740481C1C}">`+
			`<a14:useLocalDpi xmlns:a14="http://schemas.microsoft.com/office/drawing/2010/main" val="0"/></a:ext></a:extLst></a:blip>`,
		`cx="952500" cy="476250"`, oddSize).Replace(drawing("anchor", pictureNamespace, pictureInside))
	turned := strings.Replace(sized("rel1", "9"), `<a:xfrm>`, `<a:xfrm rot="2700000">`, 1)
	return map[string]sample{
		"sized": {body: p("Before") + para(`<w:r>`+sized("rel0", "7")+`</w:r>`) +
			para(run("In line ")+`<w:r>`+turned+`</w:r>`+run(" after")) +
			p("After"), parts: parts, kinds: kinds},
		"anchored": {body: p("Before") + para(`<w:r>`+anchor+`</w:r>`+run("Around it")) + p("After"),
			parts: parts, kinds: kinds},
		"letterhead": {body: `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" r:id="rel0"/>` +
			`<w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:pPr>` + run("First") + `</w:p>` + p("After"),
			kinds: []string{"header1.xml header " + wordKind + "header+xml"},
			parts: map[string]string{
				"word/header1.xml": story("hdr", para(`<w:r>`+strings.Replace(anchor, "rel0", "logo", 1)+`</w:r>`+run("سربرگ"))),
				"word/_rels/header1.xml.rels": declaration +
					`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
					`<Relationship Id="logo" Type="` + relationKind + `image" Target="media/image1.png"/></Relationships>`,
				"word/media/image1.png": dot,
			}},
		"metafile": {body: p("Before") + para(`<w:r>`+sized("rel2", "7")+`</w:r>`) +
			para(run("Words ")+`<w:r>`+sized("rel2", "8")+`</w:r>`) +
			p("After"), parts: parts, kinds: kinds, types: `<Default Extension="emf" ContentType="image/x-emf"/>`},
	}
}

var anyDrawing = regexp.MustCompile(`(?s)<w:drawing>.*?</w:drawing>`)

// TestUntouchedPicturesKeepTheirBytes also where the text around them changes.
func TestUntouchedPicturesKeepTheirBytes(t *testing.T) {
	for name, s := range pictures() {
		original := s.build(t)
		before, after := entries(t, original)["word/document.xml"], entries(t, replayed(t, name, original))["word/document.xml"]
		if was, is := anyDrawing.FindAll(before, -1), anyDrawing.FindAll(after, -1); !slices.EqualFunc(was, is, bytes.Equal) {
			t.Errorf("%s: %s", name, bytes.Join(is, []byte("\n")))
		}
	}
}
