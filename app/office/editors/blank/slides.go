package blank

import (
	"fmt"
	"strings"
)

var pptx = []part{
	{"[Content_Types].xml", contentTypes("/ppt/presentation.xml", "presentationml.presentation.main", "/ppt/slideMasters/slideMaster1.xml",
		"presentationml.slideMaster", "/ppt/slideLayouts/slideLayout1.xml", "presentationml.slideLayout", "/ppt/slides/slide1.xml",
		"presentationml.slide", "/ppt/theme/theme1.xml", "theme")},
	{"_rels/.rels", relationships("officeDocument", "ppt/presentation.xml")},
	{"ppt/presentation.xml", `<p:presentation ` + slideNS + `{slides}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/>` +
		`</p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId2"/></p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/>` +
		`<p:notesSz cx="6858000" cy="9144000"/></p:presentation>`},
	{"ppt/_rels/presentation.xml.rels", relationships("slideMaster", "slideMasters/slideMaster1.xml", "slide", "slides/slide1.xml", "theme",
		"theme/theme1.xml")},
	{"ppt/slideMasters/slideMaster1.xml", `<p:sldMaster ` + slideNS + `><p:cSld><p:bg><p:bgRef idx="1001"><a:schemeClr val="bg1"/>` +
		`</p:bgRef></p:bg>` + shapeTree(titleShape(true), subtitleShape(true)) +
		`</p:cSld><p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" ` +
		`accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" ` +
		`folHlink="folHlink"/>` +
		`<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst><p:txStyles><p:titleStyle>` +
		`<a:lvl1pPr{slideTitle}><a:defRPr sz="4400"><a:latin typeface="+mj-lt"/><a:cs typeface="+mj-cs"/></a:defRPr></a:lvl1pPr>` +
		`</p:titleStyle><p:bodyStyle><a:lvl1pPr{slideLevel}><a:defRPr sz="2800"><a:latin typeface="+mn-lt"/><a:cs typeface="+mn-cs"/>` +
		`</a:defRPr></a:lvl1pPr></p:bodyStyle><p:otherStyle/></p:txStyles></p:sldMaster>`},
	{"ppt/slideMasters/_rels/slideMaster1.xml.rels", relationships("slideLayout", "../slideLayouts/slideLayout1.xml", "theme",
		"../theme/theme1.xml")},
	{"ppt/slideLayouts/slideLayout1.xml", `<p:sldLayout ` + slideNS + ` type="title" preserve="1"><p:cSld name="Title">` +
		shapeTree(titleShape(false), subtitleShape(false)) + `</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`},
	{"ppt/slideLayouts/_rels/slideLayout1.xml.rels", relationships("slideMaster", "../slideMasters/slideMaster1.xml")},
	{"ppt/slides/slide1.xml", `<p:sld ` + slideNS + `><p:cSld>` + shapeTree(titleShape(false), subtitleShape(false)) +
		`</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`},
	{"ppt/slides/_rels/slide1.xml.rels", relationships("slideLayout", "../slideLayouts/slideLayout1.xml")},
	{"ppt/theme/theme1.xml", themeXML()},
}

func shapeTree(shapes ...string) string {
	return `<p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>` +
		strings.Join(shapes, "") + `</p:spTree>`
}

// placeholderShape is a placeholder; the master gives its place.
func placeholderShape(id int, name, kind string, top, height int, placed bool) string {
	place := ""
	if placed {
		place = fmt.Sprintf(`<a:xfrm><a:off x="1524000" y="%d"/><a:ext cx="9144000" cy="%d"/></a:xfrm><a:prstGeom prst="rect">`+
			`<a:avLst/></a:prstGeom>`, top, height)
	}
	return fmt.Sprintf(`<p:sp><p:nvSpPr><p:cNvPr id="%d" name="%s"/><p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph %s/>`+
		`</p:nvPr></p:nvSpPr><p:spPr>%s</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="{language}"/></a:p>`+
		`</p:txBody></p:sp>`, id, name, kind, place)
}

func titleShape(placed bool) string {
	return placeholderShape(2, "Title", `type="title"`, 1122363, 2387600, placed)
}

func subtitleShape(placed bool) string {
	return placeholderShape(3, "Text", `type="body" idx="1"`, 3602038, 1655762, placed)
}

// themeXML is the least that office programs take for one: colors, fonts and three of each kind of fill, line and effect.
func themeXML() string {
	colors := []string{"dk1", "000000", "lt1", "FFFFFF", "dk2", "1F2937", "lt2", "F3F4F6", "accent1", "2563EB", "accent2", "D97706",
		"accent3", "059669", "accent4", "7C3AED", "accent5", "DC2626", "accent6", "0891B2", "hlink", "2563EB", "folHlink", "7C3AED"}
	var b strings.Builder
	b.WriteString(`<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Blank"><a:themeElements>` +
		`<a:clrScheme name="Blank">`)
	for i := 0; i < len(colors); i += 2 {
		fmt.Fprintf(&b, `<a:%[1]s><a:srgbClr val="%[2]s"/></a:%[1]s>`, colors[i], colors[i+1])
	}
	fonts := `<a:latin typeface="` + font + `"/><a:ea typeface=""/><a:cs typeface="` + font + `"/>`
	b.WriteString(`</a:clrScheme><a:fontScheme name="Blank"><a:majorFont>` + fonts + `</a:majorFont><a:minorFont>` + fonts +
		`</a:minorFont></a:fontScheme><a:fmtScheme name="Blank"><a:fillStyleLst>`)
	fill := `<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>`
	b.WriteString(strings.Repeat(fill, 3) + `</a:fillStyleLst><a:lnStyleLst>` + strings.Repeat(`<a:ln w="6350">`+fill+`</a:ln>`, 3) +
		`</a:lnStyleLst><a:effectStyleLst>` + strings.Repeat(`<a:effectStyle><a:effectLst/></a:effectStyle>`, 3) +
		`</a:effectStyleLst><a:bgFillStyleLst>` + strings.Repeat(fill, 3) + `</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`)
	return b.String()
}
