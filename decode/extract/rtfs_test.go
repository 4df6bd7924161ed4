package extract

import "strings"

// rtfs are generated documents of RTF, with what is shown of each.
func rtfs() []sample {
	const fonts = `{\fonttbl{\f0\fnil Arial;}{\f1\fnil\fcharset178 Tahoma;}{\f2\fcharset204 Arial;}{\f3\fcharset134 SimSun;}}`
	one := func(s string) string { return `{\rtf1\ansi\ansicpg1252\deff0` + fonts + s + `}` }
	return []sample{
		{"paragraphs", one(`\pard One\par Two\line three\par}`), "One\nTwo⏎three"},
		{"bold and italic", one(`\pard a {\b bold} and {\i italic\b  both}\b0 .\par`), "a *bold* and _italic__* both*_."},
		{"\\ansicpg1256", `{\rtf1\ansi\ansicpg1256\pard\rtlpar \'d3\'e1\'c7\'e3 \'cf\'e4\'ed\'c7\par}`, "⇠سلام دنيا"},
		{"raw bytes", "{\\rtf1\\ansi\\ansicpg1256\\pard \xd3\xe1\xc7\xe3\\par}", "سلام"},
		{"the encoding of a font", one(`\f1 \'d3\'e1\'c7\'e3\f2  \'cf\'f0\'e8\'e2\'e5\'f2\f0  caf\'e9`), "سلام Привет café"},
		{"two bytes a letter", one(`\f3 \'ce\'d2\'c3\'c7`), "我们"},
		{"unicode", one(`\uc1\u1587?\u1604?\u1575?\u1605? x`), "سلام x"},
		{"unicode with more signs", one(`\uc2\u1587\'81\'82\u1604??x`), "سلx"},
		{"unicode without signs", one(`\uc0\u1587\u1604x`), "سلx"},
		{"negative numbers", one(`\uc0\u-1203?`), "\ufb4d?"},
		{"a letter of two halves", one(`\uc0\u-10179\u-8704`), "😀"},
		{"half a letter", one(`\uc0\u-10179 x`), "x"},
		{"braces and signs", one(`\{a\}\\ b\~c\_d \emdash  \ldblquote q\rdblquote\zwnj`), "{a}\\ b\u00a0c-d — “q”\u200c"},
		{"headings", one(`{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2 heading 2;}}` +
			`\pard\s1 A\par\pard\s2 B\par\pard text\par`),
			"# A\n## B\ntext"},
		{"a level of its own", one(`\pard\outlinelevel2 C\par`), "### C"},
		{"a table", one(`\trowd\cellx1\cellx2\pard\intbl a\cell b\par c\cell\row\trowd\pard\intbl 1\cell 2\cell\row\pard after\par`),
			"| a | b⏎c\n| 1 | 2\nafter"},
		{"items", one(`\pard{\listtext\'95\tab}\ilvl0 one\par\pard{\listtext 2.\tab}\ilvl1 two\par`), "0 • one\n1 2. two"},
		{"a footnote", one(`\pard text{\footnote\pard a note} goes on\par`), "n a note\ntext goes on"},
		{"headers", one(`{\header\pard head\par}\pard text\par`), "n head\ntext"},
		{"fields", one(`\pard {\field{\*\fldinst HYPERLINK "http://x"}{\fldrslt a link}}\par`), "a link"},
		{"what is no text", one(`{\info{\title no}}{\colortbl;\red0;}{\*\generator no;}{\pict\pngblip 00ff}{\*\unknown no}\pard yes\par`),
			"yes"},
		{"hidden and deleted", one(`\pard a{\v no}b{\deleted no}c\par`), "abc"},
		{"binary", one(`{\pict\bin5 }}}}}}\pard yes\par`), "yes"},
		{"said twice", one(`\pard {\upr{ansi}{\*\ud{unicode}}}\par`), "unicode"},
		{"a text box", one(`{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt \pard box\par}}}\pard text\par`), "box\ntext"},
		{"cut off", one(`\pard One\par Two`)[:len(one(`\pard One\par Two`))-2], "One\nTw"},
		{"too many ends", one(`\pard a}}}}} b\par`), "a b"},
		{"a million groups", one(strings.Repeat("{", 1_000_000) + "x"), ""},
		{"a million groups side by side", one(strings.Repeat(`{\b}`, 1_000_000) + `\pard x\par`), "x"},
		{"a long word", one(`\` + strings.Repeat("a", 1_000_000) + ` \pard x\par`), "x"},
		{"a length that lies", one(`{\pict\bin99999999 x}\pard x\par`), ""},
		{"no rtf", "text", ""},
	}
}
