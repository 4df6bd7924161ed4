package svg

import (
	"bytes"
	"fmt"
)

// fixedObjects are the catalog, the list of pages, the page, its content and the resources of all.
const fixedObjects = 5

// encodePDF writes the PDF.
func (d *drawing) encodePDF(w, h float64) []byte {
	var res bytes.Buffer
	res.WriteString("<< /ExtGState <<")
	for i, s := range d.states {
		fmt.Fprintf(&res, " /G%d << %s >>", i, s)
	}
	res.WriteString(" >> /Pattern <<")
	for i, s := range d.paints {
		fmt.Fprintf(&res, " /P%d %s", i, s)
	}
	res.WriteString(" >> /Font <<")
	for i, name := range fonts {
		fmt.Fprintf(&res, " /F%d << /Type /Font /Subtype /Type1 /BaseFont /%s /Encoding /WinAnsiEncoding >>", i, name)
	}
	res.WriteString(" >> >>")
	all := append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s %s] /Contents 4 0 R /Resources 5 0 R >>", formatCoordinate(w),
			formatCoordinate(h)),
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", d.out.Len(), d.out.String()), res.String(),
	}, d.objects...)
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	places := make([]int, len(all))
	for i, o := range all {
		places[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	begins := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(all)+1)
	for _, at := range places {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(all)+1, begins)
	return b.Bytes()
}
