package hostile

import (
	"fmt"
	"strings"
)

func stream(dictionary, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", dictionary, len(data), data)
}

// loops is a PDF whose parts hold each other.
func loops(n int) []byte {
	catalog, kid := "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R "+
		"/Resources << /XObject << /F 5 0 R >> >> >>"
	tail := fmt.Sprintf("%% %d", n)
	switch n % 6 {
	case 0: // pages in pages
		return Objects(catalog, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>"+tail)
	case 1: // a form in itself
		return Objects(catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", kid, stream("", "/F Do"),
			stream("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>", "/F Do /F Do"+tail))
	case 2: // contents that are themselves
		return Objects(catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", kid, "[4 0 R 4 0 R]"+tail)
	case 3: // a length that is the stream
		return Objects(catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", kid, "<< /Length 4 0 R >>\nstream\nx\nendstream"+tail)
	case 4: // arrays in arrays
		return Objects(catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 /X "+strings.Repeat("[", 1000<<(n/6))+" >>", kid,
			stream("", strings.Repeat("[", 100_000)))
	}
	return Objects(catalog, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", strings.Replace(kid, "2 0 R", "3 0 R", 1)+tail,
		stream("", strings.Repeat("q ", 100_000*(1+n/6))))
}

// streams is a PDF of streams that unpack to much.
func streams(n int) []byte {
	packed := string(zeros((40 + 16*n) * megabyte))
	kid := "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> /Shading << /S 6 " +
		"0 R >> >> >>"
	side := 2000 + 400*n
	picture := stream(fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceCMYK /BitsPerComponent %d "+
		"/Filter /FlateDecode", side, side, 8+8*(n%2)), packed)
	contents := stream("", "q 595 0 0 842 0 0 cm /F Do Q /S sh")
	if n%3 == 0 {
		contents = stream("/Filter /FlateDecode", packed)
	}
	return Objects("<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", kid, contents, picture,
		stream(fmt.Sprintf("/ShadingType 1 /ColorSpace /DeviceRGB /Function << /FunctionType 0 /Domain [0 1 0 1] /Range [0 1 0 1 0 1] "+
			"/Size [%d %d] /BitsPerSample 32 >>", 1000*n, 1000*n), "x"))
}

// pages is a PDF of pages that are too large, too many, or missing.
func pages(n int) []byte {
	box := []string{"[0 0 1e9 1e9]", "[0 0 0 0]", "[0 0 -5 1e-9]", "[0 0 3.4e38 3.4e38]", "[5 5]", "[0 0 14400 14400]"}[n%6]
	text := strings.Repeat("BT /H 9999 Tf 1 0 0 1 0 0 Tm (words without end) Tj ET ", 40*(1+n))
	font := "<< /H << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>"
	page := fmt.Sprintf("<< /Type /Page /Parent 2 0 R /UserUnit 1e6 /Rotate %d /MediaBox %s /Contents 4 0 R /Resources << /Font %s >> >>",
		90*n, box, font)
	return Objects("<< /Type /Catalog /Pages 2 0 R >>",
		fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Repeat("3 0 R ", 20*n), 1<<(n+5)), page, stream("", text))
}
