package plans

import (
	"errors"
	"strings"
	"testing"

	"anbar/app/base/fault"
)

// TestNumbersOfABuyer knows real numbers of companies and the usual examples of persons.
func TestNumbersOfABuyer(t *testing.T) {
	for _, c := range []struct {
		kind, national, economic, post string
		wrong                          string // a field
	}{
		{Person, "0499370899", "", "", ""},
		{Person, "۰۷۹۰۴۱۹۹۰۴", "", "", ""},
		{Person, "049-937089-9", "", "", ""},
		{Person, "0499370898", "", "", "national_id"},
		{Person, "4993708990", "", "", "national_id"},
		{Person, "1111111111", "", "", "national_id"},
		{Person, "049937089a", "", "", "national_id"},
		{Person, "499370899", "", "", "national_id"},
		{Person, "14007650912", "", "", "national_id"}, // of a company
		{Person, "123456789012", "", "", ""},           // of a foreigner
		{Company, "14007650912", "", "", ""},
		{Company, "10380284790", "", "", ""},
		{Company, "10861677542", "", "", ""},
		{Company, "14007650913", "", "", "national_id"},
		{Company, "14007560912", "", "", "national_id"}, // two digits the other way round
		{Company, "0499370899", "", "", "national_id"},
		{"", "0499370899", "", "", ""},
		{"", "14007650912", "", "", ""},
		{"shop", "", "", "", "kind"},
		{Company, "", "411234567890", "1587634511", ""},
		{Company, "", "14007650912", "۱۵۸۷۶-۳۴۵۱۱", ""},
		{Person, "", "04993708990001", "", ""},
		{Company, "", "4112345", "", "economic_id"},
		{Company, "", "", "0587634511", "post_code"},
		{Company, "", "", "158763451", "post_code"},
	} {
		p := &Party{Kind: c.kind, Name: "X", NationalID: c.national, EconomicID: c.economic, PostCode: c.post}
		err := p.Check("IRT")
		var f *fault.Fault
		if (err == nil) != (c.wrong == "") || err != nil && (!errors.As(err, &f) || !strings.Contains(err.Error(), c.wrong)) {
			t.Errorf("%+v: %v", c, err)
		}
		if err := (&Party{Name: "X", NationalID: "DE 811 907 980", PostCode: "10115"}).Check("EUR"); err != nil {
			t.Error(err)
		}
	}
	p := &Party{NationalID: "0499370899"}
	if err := p.Check("IRT"); err == nil || !strings.Contains(err.Error(), "name") {
		t.Errorf("a number without a name: %v", err)
	}
	if p := (&Party{Kind: Company}); !p.IsEmpty() || p.Check("IRT") != nil {
		t.Error("a kind alone is a buyer")
	}
}

func TestAPartyShowsWhatIsStored(t *testing.T) {
	p := &Party{Name: " a\u202eb\x00\u2066c ", Address: "خیابان\u200cها\r\nپلاک ۳"}
	if err := p.Check("IRR"); err != nil {
		t.Fatal(err)
	}
	if p.Name != "abc" || p.Address != "خیابان\u200cها\nپلاک ۳" {
		t.Errorf("%q, %q", p.Name, p.Address)
	}
}
