package svg

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"strings"
	"syscall"
	"testing"
	"time"

	"anbar/decode/pdfium"
	"anbar/decode/source"
	"anbar/stories/testdata/hostile"
)

func sourceOf(t *testing.T, b []byte) *source.Source {
	return source.New(t.Context(), bytes.NewReader(b), int64(len(b)))
}

// drawer draws what is in an svg of 100 × 100 on a square of 100 pixels.
func drawer(t *testing.T) func(body string) image.Image {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles PDFium")
	}
	r, err := pdfium.Load(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return func(body string) image.Image {
		t.Helper()
		page, err := ToPDF(sourceOf(t, []byte(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" `+
			`viewBox="0 0 100 100">`+body+"</svg>")))
		if err != nil {
			t.Error(body, err)
			return image.NewRGBA(image.Rect(0, 0, 100, 100))
		}
		img, err := r.DrawFirstPage(sourceOf(t, page), 100)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
}

// at spells the color of a point, by its three lights: 0 for none, 1 for half, 2 for all.
func at(img image.Image, x, y int) string {
	r, g, b, _ := img.At(x, y).RGBA()
	return fmt.Sprint((r+0x4000)/0x7fff, (g+0x4000)/0x7fff, (b+0x4000)/0x7fff)
}

func TestDrawings(t *testing.T) {
	draw := drawer(t)
	const red, green, blue, white, black = "2 0 0", "0 2 0", "0 0 2", "2 2 2", "0 0 0"
	for name, c := range map[string]struct {
		body   string
		points map[image.Point]string
	}{
		"shapes": {
			`<rect width="40" height="40" fill="red"/><circle cx="70" cy="20" r="20" fill="#0f0"/>` +
				`<ellipse cx="20" cy="70" rx="20" ry="10"/>`,
			map[image.Point]string{{20, 20}: red, {70, 20}: green, {20, 70}: black, {20, 84}: white, {90, 90}: white},
		},
		"paths": {
			`<path d="m10 10h30v30h-30zM60 10l30 0 0 30L60,40Z" fill="blue"/><path d="M10 80A20 20 0 0150 80z" fill="red"/>` +
				`<path d="M60 60q15 40 30 0t5 0z" fill="lime"/>`,
			map[image.Point]string{{20, 20}: blue, {80, 30}: blue, {50, 20}: white, {30, 70}: red, {30, 90}: white, {75, 72}: green},
		},
		"holes": {
			`<path d="M10 10h80v80h-80zM30 30h40v40h-40z" fill="red" fill-rule="evenodd"/>`,
			map[image.Point]string{{20, 20}: red, {50, 50}: white},
		},
		"lines": {
			`<path d="M0 20h100" stroke="red" stroke-width="10"/><line x1="0" y1="60" x2="100" y2="60" stroke="blue" stroke-width="20" ` +
				`stroke-dasharray="50 100"/>`,
			map[image.Point]string{{50, 20}: red, {50, 10}: white, {25, 60}: blue, {75, 60}: white},
		},
		"styles": {
			`<style>/* a */ rect{fill:red} .b{fill:lime !important} #c , x {fill:blue} @media print{rect{fill:black}} a:hover{fill:red}` +
				`</style>` +
				`<rect width="20" height="20"/><rect class="a b" x="30" width="20" height="20"/>` +
				`<rect id="c" class="b" x="60" width="20" height="20"/>` +
				`<rect class="b" style="fill:#000" y="60" width="20" height="20"/>`,
			map[image.Point]string{{10, 10}: red, {40, 10}: green, {70, 10}: blue, {10, 70}: black},
		},
		"turns": {
			`<g transform="translate(50,50) rotate(45)"><rect x="-20" y="-20" width="40" height="40" fill="red"/></g>`,
			map[image.Point]string{{50, 50}: red, {50, 26}: red, {32, 32}: white},
		},
		"uses": {
			`<defs><symbol id="s" viewBox="0 0 1 1"><rect width="1" height="1" fill="currentColor"/></symbol>` +
				`<g id="g" fill="blue"><rect width="9" height="9"/></g></defs>` +
				`<use href="#s" x="50" y="50" width="50" height="50" color="red"/><use xlink:href="#g"/>`,
			map[image.Point]string{{75, 75}: red, {4, 4}: blue, {30, 30}: white},
		},
		"gradients": {
			`<linearGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>` +
				`<linearGradient id="b" href="#a" gradientUnits="userSpaceOnUse" x1="0" y1="60" x2="0" y2="100"/>` +
				`<rect width="100" height="40" fill="url(#a)"/><rect y="60" width="100" height="40" fill="url(#b)"/>`,
			map[image.Point]string{{1, 20}: red, {98, 20}: blue, {50, 61}: red, {50, 98}: blue, {50, 20}: "1 0 1"},
		},
		"see through": {
			`<linearGradient id="a"><stop stop-opacity="0"/><stop offset="1"/></linearGradient>` +
				`<rect width="100" height="40" fill="url(#a)"/>` +
				`<rect y="60" width="100" height="40" fill="red" opacity=".5"/>`,
			map[image.Point]string{{1, 20}: white, {98, 20}: black, {50, 20}: "1 1 1", {50, 80}: "2 1 1"},
		},
		"cut": {
			`<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath><mask id="m"><rect width="50" height="100" fill="white"/></mask>` +
				`<g clip-path="url(#c)"><rect width="100" height="100" fill="red" mask="url(#m)"/></g>`,
			map[image.Point]string{{30, 50}: red, {70, 50}: white, {5, 5}: white},
		},
		"texts": {
			`<text x="50" y="60" font-size="60" text-anchor="middle" font-weight="bold" fill="red">` +
				`I<tspan fill="blue" x="90">I</tspan></text>`,
			map[image.Point]string{{50, 40}: red, {90, 40}: blue, {20, 40}: white},
		},
	} {
		img := draw(c.body)
		for p, want := range c.points {
			if got := at(img, p.X, p.Y); got != want {
				t.Errorf("%s at %v: %s, want %s", name, p, got, want)
			}
		}
	}
}

// TestLengthsCountInTheirOwnLetters: a length in em is one of the letters of its element, in whatever order its attributes
// are read.
func TestLengthsCountInTheirOwnLetters(t *testing.T) {
	for range 30 {
		l, err := defaultStyle.inherit(map[string]string{"font-size": "40", "stroke-width": "1em", "stroke-dashoffset": "0.5em"})
		if err != nil || l.width != 40 || l.dashOffset != 20 {
			t.Fatal(l.width, l.dashOffset, err)
		}
	}
}

func TestDrawingsThatAreRefused(t *testing.T) {
	for name, c := range map[string]struct{ file, says string }{
		"nothing":     {"", "no element"},
		"half":        {`<svg xmlns="http://www.w3.org/2000/svg"><g><rect`, "syntax error"},
		"a page":      {`<html><body/></html>`, `"html"`},
		"no size":     {`<svg width="0" height="10"/>`, "its size"},
		"a filter":    {`<svg><rect width="1" height="1" filter="url(#f)"/></svg>`, "filter"},
		"a picture":   {`<svg><image href="data:image/png;base64,AAAA"/></svg>`, "image"},
		"from afar":   {`<svg><use href="https://example.org/a.svg#b"/></svg>`, "outside"},
		"a file":      {`<svg><rect width="1" height="1" fill="url(file:///etc/passwd)"/></svg>`, "outside"},
		"a pattern":   {`<svg><pattern id="p"/><rect width="1" height="1" fill="url(#p)"/></svg>`, "pattern"},
		"Persian":     {`<svg><text>انبار</text></svg>`, "no font"},
		"a hierarchy": {`<svg><style>g rect{fill:red}</style></svg>`, "style"},
		"entities":    {`<!DOCTYPE svg [<!ENTITY a "b"><!ENTITY c "&a;&a;">]><svg><text>&c;</text></svg>`, "entity"},
		"too deep":    {"<svg>" + strings.Repeat("<g>", 500), "too many"},
	} {
		if _, err := ToPDF(sourceOf(t, []byte(c.file))); !errors.Is(err, ErrDrawing) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want something about %q", name, err, c.says)
		}
	}
}

// processorTime is what this process took, which other work of the machine does not change.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestHostileDrawings(t *testing.T) {
	for _, doc := range hostile.All() {
		if doc.Ending != "svg" {
			continue
		}
		content := doc.Make()
		began := processorTime(t)
		page, err := ToPDF(sourceOf(t, content))
		if err != nil && !errors.Is(err, ErrDrawing) {
			t.Errorf("%s: %v", doc.Name, err)
		}
		if took := processorTime(t) - began; took > 5*time.Second || len(page) > 2*maxWritten {
			t.Errorf("%s: %v, %d bytes", doc.Name, took, len(page))
		}
		t.Logf("%s: %d bytes, %v", doc.Name, len(page), err)
	}
}

func TestNamesOfNamespacesMayBeEntities(t *testing.T) {
	file := `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;" width="3" height="4"/>`
	if page, err := ToPDF(sourceOf(t, []byte(file))); err != nil || !bytes.Contains(page, []byte("/MediaBox [0 0 750.00 1000.00]")) {
		t.Errorf("%v %s", err, page)
	}
}
