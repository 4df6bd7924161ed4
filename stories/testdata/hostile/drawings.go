package hostile

import (
	"fmt"
	"strings"
)

// SVG is a drawing of four quarters.
func SVG(w, h int) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 2 2" preserveAspectRatio="none">`+
		`<path fill="#f00" d="M0 0h1v1H0z"/><rect fill="lime" x="1" width="1" height="1"/><g transform="translate(0 1)">`+
		`<rect style="fill:blue" width="1" height="1"/><polygon points="1,0 2,0 2,1 1,1" fill="rgb(255,255,0)"/></g></svg>`, w, h)
}

// drawing is an SVG that asks for much, or for what is not in it.
func drawing(n int) []byte {
	begin := `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">`
	if n%8 == 0 { // entities of entities
		all := `<!DOCTYPE svg [<!ENTITY a0 "lol">`
		for i := range 10 + n {
			all += fmt.Sprintf(`<!ENTITY a%d "%s">`, i+1, strings.Repeat(fmt.Sprintf("&a%d;", i), 10))
		}
		return []byte(all + "]>" + begin + fmt.Sprintf("<text>&a%d;</text></svg>", 10+n))
	}
	kinds := [...]func(int) string{nil, outside, usesOfUses, nested, longPath, cycles, manyRules, sizesThatLie}
	return []byte(begin + kinds[n%8](n) + "</svg>")
}

func outside(n int) string {
	return []string{
		`<image href="http://127.0.0.1/secret.png" width="9" height="9"/>`, `<use xlink:href="file:///etc/passwd#a"/>`,
		`<rect width="9" height="9" fill="url(http://127.0.0.1/#a)"/>`, `<script>while(true){}</script><rect width="9" height="9"/>`,
	}[n/8%4]
}

// usesOfUses draws one element ten times as often with every step.
func usesOfUses(n int) string {
	s := `<defs><rect id="u0" width="1" height="1"/>`
	for i := range 8 + n {
		s += fmt.Sprintf(`<g id="u%d">%s</g>`, i+1, strings.Repeat(fmt.Sprintf(`<use href="#u%d"/>`, i), 10))
	}
	return s + fmt.Sprintf(`</defs><use href="#u%d"/>`, 8+n)
}

func nested(n int) string {
	deep := 100 * (n + 1)
	return strings.Repeat("<g opacity='.9' transform='scale(1.01)'>", deep) + "<rect width='1' height='1'/>" + strings.Repeat("</g>", deep)
}

func longPath(n int) string {
	return `<path stroke="red" stroke-dasharray=".001" d="M0 0` + strings.Repeat("l9 9a1 1 0 01-8-8", 20_000*(n+1)) + `"/>`
}

func cycles(n int) string {
	return []string{
		`<mask id="m"><rect width="9" height="9" mask="url(#m)"/></mask><rect width="9" height="9" mask="url(#m)"/>`,
		`<clipPath id="c" clip-path="url(#c)"><rect width="9" height="9"/></clipPath><rect width="9" height="9" clip-path="url(#c)"/>`,
		`<linearGradient id="g" href="#g"/><rect width="9" height="9" fill="url(#g)"/><g id="a"><use href="#a"/></g>`,
	}[n/8%3]
}

func manyRules(n int) string {
	s := "<style>"
	for i := range 500 * (n + 1) {
		s += fmt.Sprintf(".c%d,#d%d{fill:red}", i, i)
	}
	return s + "</style>" + strings.Repeat("<rect class='c1 c2' width='1' height='1'/>", 3000*(n+1))
}

func sizesThatLie(n int) string {
	return fmt.Sprintf(`</svg><svg/><svg width="100000" height="%d00000"><rect width="1e99" height="-1" stroke-width="1e30"/>`, n)
}
