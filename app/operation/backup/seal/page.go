package seal

import (
	_ "embed"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
)

// Page is what is printed of a recovery sheet. It names the target without anything that opens it.
type Page struct {
	Sheet     *Sheet
	Appliance string
	Target    string // empty where none is set
	Made      time.Time
}

// Pattern returns the rows of the sheet's QR code: 1 for a dark square, 0 for a light one.
func (s *Sheet) Pattern() ([]string, error) {
	code, err := qr.Encode(s.Code(), qr.M, qr.AlphaNumeric)
	if err != nil {
		return nil, fmt.Errorf("draw the code of the recovery sheet: %w", err)
	}
	size := code.Bounds()
	var rows []string
	for y := size.Min.Y; y < size.Max.Y; y++ {
		var row strings.Builder
		for x := size.Min.X; x < size.Max.X; x++ {
			if code.At(x, y) == color.Black {
				row.WriteByte('1')
			} else {
				row.WriteByte('0')
			}
		}
		rows = append(rows, row.String())
	}
	return rows, nil
}

// Name is how people name the sheet.
func (p *Page) Name() string { return FormatID(p.Sheet.ID()) }

// Date is when it was made.
func (p *Page) Date() string { return p.Made.Format(time.DateOnly) }

// Command is what restores with the sheet.
func (p *Page) Command() string {
	target := p.Target
	if target == "" {
		target = "TARGET"
	}
	return "anbar restore --from " + target + " --data NEW --sheet -"
}

// Path draws the QR code as the path of an SVG.
func (p *Page) Path() (string, error) {
	rows, err := p.Sheet.Pattern()
	var path strings.Builder
	for y, row := range rows {
		for x, c := range row {
			if c == '1' {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quiet, y+quiet)
			}
		}
	}
	return path.String(), err
}

const quiet = 4 // light squares around the code

// Width is how many squares the code has with what is around it.
func (p *Page) Width() (int, error) {
	rows, err := p.Sheet.Pattern()
	return len(rows) + 2*quiet, err
}

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"add": func(a, b int) int { return a + b },
}).Parse(pageText))

// WriteHTML writes a page to be printed, in Persian and English.
func (p *Page) WriteHTML(w io.Writer) error { return pageTemplate.Execute(w, p) }

// WriteText writes the same for a terminal.
func (p *Page) WriteText(w io.Writer) error {
	rows, err := p.Sheet.Pattern()
	if err != nil {
		return err
	}
	target := p.Target
	if target == "" {
		target = "-"
	}
	var out strings.Builder
	fmt.Fprintf(&out, "RECOVERY SHEET %s   برگه بازیابی\n\n", p.Name())
	fmt.Fprintf(&out, "Anbar on / انبار روی:        %s\nDate / تاریخ:                %s\nBackups at / پشتیبان‌ها در:   %s\n\n", p.Appliance,
		p.Date(), target)
	for i, line := range p.Sheet.Lines() {
		fmt.Fprintf(&out, "   %d  %s\n", i+1, strings.Join(line[:], "-"))
	}
	out.WriteString("\n")
	writeSquares(&out, rows)
	fmt.Fprintf(&out, `
Whoever has this sheet can read all backups. Without it, and without this server, nobody can. Keep it where a fire at the server does
not reach it.
To restore, install Anbar on an empty machine, run this, and type the four lines:

   %s

هر کس این برگه را دارد همه پشتیبان‌ها را می‌خواند، و بی آن و بی این سرور هیچ کس. جایی نگهش دارید که آتش‌سوزی سرور به آن نرسد.
برای بازگرداندن، انبار را روی دستگاهی خالی نصب کنید، فرمان بالا را اجرا کنید و چهار خط را بنویسید.
`, p.Command())
	_, err = io.WriteString(w, out.String())
	return err
}

// writeSquares draws two rows of a code in each line, light on dark as on a terminal that is dark or light alike.
func writeSquares(out *strings.Builder, rows []string) {
	at := func(y, x int) bool {
		y, x = y-2, x-2
		return y >= 0 && y < len(rows) && x >= 0 && x < len(rows) && rows[y][x] == '1'
	}
	for y := 0; y < len(rows)+4; y += 2 {
		out.WriteString("   ")
		for x := range len(rows) + 4 {
			switch over, under := at(y, x), at(y+1, x); {
			case over && under:
				out.WriteString(" ")
			case over:
				out.WriteString("▄")
			case under:
				out.WriteString("▀")
			default:
				out.WriteString("█")
			}
		}
		out.WriteString("\n")
	}
}
