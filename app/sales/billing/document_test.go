package billing

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"anbar/app/sales/pdf"
	"anbar/app/sales/plans"
	"anbar/db"
)

// fullPaper is an invoice with the longest parts that it can have, and eight lines.
func fullPaper() *invoiceDocument {
	long := strings.Repeat("خیابان شهید مطهری، کوچهٔ نیم‌فاصله ", 8)
	p := &invoiceDocument{
		Invoice: &db.Invoice{
			ID: "ABCDEFGHIJKLMNOPQRSTUVWXYZ", Number: "1405-000012", Total: 20_249_923, Currency: "IRT", State: Refunded,
			Provider: Transfer, Reference: "881204", Period: Yearly, Users: 20, ExtraGiB: 200,
			PaidAt: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC), StartsAt: time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC),
			EndsAt: time.Date(2027, 11, 22, 9, 0, 0, 0, time.UTC),
			Lines:  json.RawMessage("[]"),
		},
		plan: &db.Plan{TitleFa: "کسب‌وکار", TitleEn: "Business"},
		seller: plans.Party{
			Kind: plans.Company,
			Name: "شرکت ابر انبار (سهامی خاص)", NationalID: "10102345674", EconomicID: "411234567890",
			Address: "تهران، خیابان مطهری، پلاک ۱۲", PostCode: "1587634511", Phone: "021-88001234",
		},
		buyer: plans.Party{
			Kind: plans.Company, RegistrationID: "54321",
			Name: "شرکت مهندسی نرم‌افزار پارس‌نگار و همکاران (Pars Negar Co.) " + long, NationalID: "10102345674",
			EconomicID: "411234567890",
			Address:    long, PostCode: "1587634511", Phone: "021-88001234",
		},
		workspace: "فضای کاری پارس‌نگار",
		refund: &db.Refund{
			Amount: 20_249_923, Reason: "مشتری دو بار سفارش داده بود؛ مبلغ کامل بازگشت داده شد.", Reference: "991100",
			CreatedAt: time.Date(2026, 11, 25, 9, 0, 0, 0, time.UTC),
		},
	}
	p.lines = []Line{
		{
			Kind: "upgrade", Amount: 18_908_000, Quantity: 20,
			Basis: &Basis{Plan: 42_048_000, Storage: 2_304_000, Credit: 14_304_000, Left: 200 * daySeconds, Period: 365 * daySeconds},
		},
		{Kind: "discount", Amount: -500_000, Text: "PAYIZ10"},
		{Kind: "tax", Amount: 1_840_800, Quantity: 1000},
		{Kind: "tax", Within: 1000, Quantity: 950},
	}
	return p
}

func TestAmountsOfADocument(t *testing.T) {
	for _, c := range []struct {
		amount             int64
		currency, language string
		want               string
	}{
		{20_249_923, "IRT", "fa", "۲۰٬۲۴۹٬۹۲۳"}, {-500_000, "IRR", "en", "−500,000"}, {0, "IRT", "fa", "۰"}, {999, "IRT", "en", "999"},
		{1000, "IRT", "en", "1,000"}, {123_405, "EUR", "en", "1,234.05"}, {123_405, "USD", "fa", "۱٬۲۳۴٫۰۵"}, {5, "EUR", "en", "0.05"},
		{-5, "EUR", "en", "−0.05"},
	} {
		if got := formatMoney(c.amount, c.currency, c.language); got != c.want {
			t.Errorf("%d %s is %s, want %s", c.amount, c.currency, got, c.want)
		}
	}
	for n, want := range map[int64]string{1000: "10%", 950: "9.5%", 925: "9.25%", 0: "0%", 10_000: "100%"} {
		if got := formatPercent(n, "en"); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
	at := time.Date(2026, 11, 21, 22, 0, 0, 0, time.UTC) // the next day in Tehran
	if fa, en := formatDate(at, "fa"), formatDate(at, "en"); fa != "۱ آذر ۱۴۰۵" || en != "November 22, 2026" {
		t.Error(fa, en)
	}
}

// TestWordsOfADocument looks whether both languages have the same words.
func TestWordsOfADocument(t *testing.T) {
	for name := range words["fa"] {
		if words["en"][name] == "" || strings.Count(words["en"][name], "{}") != strings.Count(words["fa"][name], "{}") {
			t.Errorf("%q is %q in English and %q in Persian", name, words["en"][name], words["fa"][name])
		}
	}
	if len(words["fa"]) != len(words["en"]) {
		t.Errorf("%d and %d words", len(words["fa"]), len(words["en"]))
	}
}

func TestADocumentIsSmallAndKeepsItsMargins(t *testing.T) {
	for _, language := range []string{"fa", "en"} {
		b := fullPaper().render(language)
		if !bytes.HasPrefix(b, []byte("%PDF-")) || len(b) > 100<<10 {
			t.Errorf("%d bytes that begin with %.8q", len(b), b)
		}
		if dir := os.Getenv("ANBAR_DOCUMENTS"); dir != "" { // to look at
			if err := os.WriteFile(filepath.Join(dir, language+".pdf"), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	endless := fullPaper()
	for range 60 {
		endless.lines = append(endless.lines, Line{Kind: "storage", Quantity: 1, Amount: 1})
	}
	if n := strings.Count(string(endless.render("fa")), "/Type /Page "); n < 2 {
		t.Errorf("60 lines are on %d page", n)
	}
	for _, s := range endless.lines {
		if w := pdf.Regular.Width(formatMoney(s.Amount, "IRT", "fa"), normalPt); w > 150 {
			t.Errorf("an amount is %f wide", w)
		}
	}
}
