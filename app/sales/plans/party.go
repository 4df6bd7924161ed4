package plans

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"anbar/app/base/fault"
	"anbar/app/base/names"
)

// The kinds of a Party. Without one it is not known which of them it is.
const (
	Person  = "person"
	Company = "company"
)

// Party is the legal data of a seller or a buyer, on invoices. Its numbers have Latin digits.
type Party struct {
	Kind           string `json:"kind,omitempty" enum:",person,company"`
	Name           string `json:"name"`
	NationalID     string `json:"national_id" doc:"in Iran 10 digits of a person, 11 of a company, 12 of a foreigner"`
	RegistrationID string `json:"registration_id,omitempty" doc:"number of a company in the register"`
	EconomicID     string `json:"economic_id" doc:"in Iran 11, 12 or 14 digits"`
	Address        string `json:"address"`
	PostCode       string `json:"post_code" doc:"in Iran 10 digits"`
	Phone          string `json:"phone"`
}

// IsEmpty reports whether nothing of it is filled in.
func (p *Party) IsEmpty() bool {
	bare := *p
	bare.Kind = ""
	return bare == Party{}
}

// GuessKind returns the kind, or for a party without one what the number of digits in Iran tells; "" when it tells nothing.
func (p *Party) GuessKind() string {
	if p.Kind == "" {
		return map[int]string{10: Person, 11: Company}[len(p.NationalID)]
	}
	return p.Kind
}

// normalize trims all parts and writes the numbers with Latin digits. It reports whether no part is too long.
func (p *Party) normalize() bool {
	for _, number := range []*string{&p.NationalID, &p.RegistrationID, &p.EconomicID, &p.PostCode, &p.Phone} {
		*number = names.LatinDigits(*number)
	}
	p.Name = strings.ReplaceAll(p.Name, "\n", " ")
	for _, part := range []*string{
		&p.Name, &p.NationalID, &p.RegistrationID, &p.EconomicID, &p.Address, &p.PostCode, &p.Phone,
	} {
		*part = strings.TrimSpace(strings.Map(dropControl, *part))
		if utf8.RuneCountInString(*part) > maxPart {
			return false
		}
	}
	return true
}

// dropControl takes out what would show an invoice's reader another text than the one that is stored: control characters, but for the
// ends of lines of an address, and marks that turn the direction.
func dropControl(r rune) rune {
	if r != '\n' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) {
		return -1
	}
	return r
}

var (
	economicNumber = regexp.MustCompile(`^(\d{11}|\d{12}|\d{14})$`)
	postCode       = regexp.MustCompile(`^[1-9]\d{9}$`)
)

// Check refuses the legal data of a buyer that no invoice in the currency may have: parts that are too long,
// numbers without a name, and in the currencies of Iran numbers whose digits are wrong. It normalizes the data.
func (p *Party) Check(currency string) error {
	if !p.normalize() {
		return fault.Field("buyer", fault.TooLong)
	}
	wrong := fault.Fields{}
	if p.Kind != "" && p.Kind != Person && p.Kind != Company {
		wrong.Add("kind", fault.InvalidValue)
	}
	if p.Kind == Person {
		p.RegistrationID = ""
	}
	if p.Name == "" && !p.IsEmpty() {
		wrong.Add("name", fault.Required)
	}
	if currency != "IRT" && currency != "IRR" {
		return wrong.Err()
	}
	for _, number := range []*string{&p.NationalID, &p.EconomicID, &p.PostCode} {
		*number = strings.NewReplacer("-", "", " ", "").Replace(*number)
	}
	for field, right := range map[string]bool{
		"national_id": p.NationalID == "" || p.isNationalID(),
		"economic_id": p.EconomicID == "" || economicNumber.MatchString(p.EconomicID),
		"post_code":   p.PostCode == "" || postCode.MatchString(p.PostCode),
	} {
		if !right {
			wrong.Add(field, fault.WrongDigits)
		}
	}
	return wrong.Err()
}

// isNationalID reports whether the number is one that its kind of party can have.
func (p *Party) isNationalID() bool {
	n := p.NationalID
	if strings.Trim(n, "0123456789") != "" {
		return false
	}
	switch len(n) {
	case 10:
		return p.Kind != Company && isPersonNumber(n)
	case 11:
		return p.Kind != Person && isCompanyNumber(n)
	case 12: // of a foreigner; it has no check digit
		return p.Kind != Company
	}
	return false
}

// isPersonNumber reports whether the last of the ten digits of a person's national number is its check digit.
func isPersonNumber(n string) bool {
	if strings.Count(n, n[:1]) == len(n) { // the check digit fits, yet nobody has it
		return false
	}
	sum := 0
	for i := range 9 {
		sum += int(n[i]-'0') * (10 - i)
	}
	check := sum % 11
	if check >= 2 {
		check = 11 - check
	}
	return check == int(n[9]-'0')
}

// isCompanyNumber reports whether the last of the eleven digits of a company's national number is its check digit.
func isCompanyNumber(n string) bool {
	weights := [...]int{29, 27, 23, 19, 17}
	add, sum := int(n[9]-'0')+2, 0
	for i := range 10 {
		sum += (int(n[i]-'0') + add) * weights[i%len(weights)]
	}
	return sum%11%10 == int(n[10]-'0')
}
