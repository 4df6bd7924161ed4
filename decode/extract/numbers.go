package extract

import (
	"fmt"
	"strconv"
	"strings"
)

// maxLetters is how often a letter is written at most: y, z, aa, bb.
const maxLetters = 20

// formatNumber writes the number of an item in a format of ST_NumberFormat (ECMA-376, 17.18.59); others are digits, in a paragraph
// that runs from the right Persian ones.
func formatNumber(n int, format string, rtl bool) string {
	if n > 0 {
		switch format {
		case "decimalZero":
			return fmt.Sprintf("%02d", n)
		case "lowerLetter":
			return formatLetters(n, "abcdefghijklmnopqrstuvwxyz")
		case "upperLetter":
			return formatLetters(n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		case "lowerRoman":
			return strings.ToLower(formatRoman(n))
		case "upperRoman":
			return formatRoman(n)
		case "hindiNumbers":
			return formatDigits(n, '٠')
		case "arabicAlpha":
			return formatLetters(n, "أبتثجحخدذرزسشصضطظعغفقكلمنهوي")
		case "arabicAbjad":
			return formatLetters(n, "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ")
		case "none":
			return ""
		}
	}
	if rtl {
		return formatDigits(n, '۰')
	}
	return strconv.Itoa(n)
}

func formatLetters(n int, alphabet string) string {
	all := []rune(alphabet)
	return strings.Repeat(string(all[(n-1)%len(all)]), min((n-1)/len(all)+1, maxLetters))
}

func formatDigits(n int, zero rune) string {
	return strings.Map(func(r rune) rune { return zero + r - '0' }, strconv.Itoa(n))
}

func formatRoman(n int) string {
	n = min(n, 3999)
	var b strings.Builder
	for _, r := range []struct {
		size int
		sign string
	}{
		{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"}, {40, "XL"}, {10, "X"}, {9, "IX"},
		{5, "V"}, {4, "IV"}, {1, "I"},
	} {
		for ; n >= r.size; n -= r.size {
			b.WriteString(r.sign)
		}
	}
	return b.String()
}

// bulletSigns are those of Symbol and Wingdings, which stand in the private area of Unicode, and signs of every font that look like them.
var bulletSigns = map[rune]string{
	0xf0b7: "•", 0xf0a7: "▪", 0xf0a8: "◻", 0xf0d8: "➢", 0xf0fc: "✓", 0xf076: "❖", 0xf06f: "◦", 0xf0e0: "→", 0xf02d: "–", 'o': "◦", '·': "•",
}

// normalizeBullet is a sign that every font has for the one of a list.
func normalizeBullet(text string) string {
	r := []rune(text)
	if len(r) != 1 {
		return text
	}
	if sign := bulletSigns[r[0]]; sign != "" {
		return sign
	}
	if r[0] >= 0xf020 && r[0] <= 0xf0ff {
		return "•"
	}
	return text
}
