package billing

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"anbar/app/fault"
	"anbar/app/pdf"
	"anbar/app/plans"
	"anbar/db"
)

// paper is all that the document of an invoice shows.
type paper struct {
	*db.Invoice
	plan          *db.Plan
	lines         []Line
	seller, buyer plans.Party
	workspace     string
	refund        *db.Refund // nil unless it was refunded
}

// Document writes the document of an invoice that was paid, in Persian or English.
func (s *Service) Document(ctx context.Context, id, language string) (name string, document []byte, err error) {
	if words[language] == nil {
		return "", nil, fault.BadRequest
	}
	p := &paper{}
	err = s.db.View(ctx, func(v *db.View) error { return p.load(v, id) })
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	if err != nil {
		return "", nil, err
	}
	return fileName(p.Number), p.write(language), nil
}

func (p *paper) load(v *db.View, id string) (err error) {
	if p.Invoice, err = v.InvoiceByID(id); err == nil && p.Number == "" {
		err = fault.InvalidID
	}
	if err != nil {
		return err
	}
	if p.plan, err = v.PlanByID(p.Plan); err != nil {
		return err
	}
	if p.State == Refunded {
		if p.refund, err = v.RefundOf(id); err != nil {
			return err
		}
	}
	if p.Space != 0 {
		sp, err := v.LivingSpace(p.Space)
		if err == nil {
			p.workspace = sp.Title
		} else if !errors.Is(err, db.ErrNotFound) {
			return err
		}
	}
	return errors.Join(json.Unmarshal(p.Lines, &p.lines), json.Unmarshal(p.Seller, &p.seller), json.Unmarshal(p.Buyer, &p.buyer))
}

// fileName is invoice-1405-12.pdf for the number 1405-000012.
func fileName(number string) string {
	year, serial, _ := strings.Cut(number, "-")
	return "invoice-" + year + "-" + strings.TrimLeft(serial, "0") + ".pdf"
}

// The measures of the page, in points.
const (
	margin   = 48.0
	gap      = 24.0
	leading  = 14.5
	small    = 8.5
	normalPt = 9.5
	inner    = 10.0
	gray     = 0.42
)

// sheet writes from top to bottom, and from the side where its language begins.
type sheet struct {
	*pdf.Document
	say      map[string]string
	rtl      bool
	language string
	y        float64
}

// at is the position on the page of a distance from the side where lines begin.
func (s *sheet) at(x float64) float64 {
	if s.rtl {
		return pdf.PageWidth - x
	}
	return x
}

// begin draws a line that begins at a distance, in the direction of its first letter.
func (s *sheet) begin(x float64, text string, style pdf.Style) {
	style.RTL = pdf.IsRTL(text)
	s.put(x, text, style, s.rtl)
}

// end draws a line that ends at a distance.
func (s *sheet) end(x float64, text string, style pdf.Style) {
	style.RTL = pdf.IsRTL(text)
	s.put(x, text, style, !s.rtl)
}

func (s *sheet) put(x float64, text string, style pdf.Style, right bool) {
	if right {
		style.Side = pdf.Right
	}
	s.DrawText(s.at(x), s.y, text, style)
}

// room begins another page when the height is not left on this one.
func (s *sheet) room(height float64) {
	if s.y+height > pdf.PageHeight-margin {
		s.AddPage()
		s.y = margin + leading
	}
}

func (s *sheet) rule(gray float64) { s.DrawLine(margin, s.y, pdf.PageWidth-margin, 0.7, gray) }

func (p *paper) write(language string) []byte {
	say := words[language]
	rtl := language == "fa"
	s := &sheet{
		Document: pdf.New(say["invoice"]+" "+digits(p.Number, language), language, rtl, p.PaidAt), say: say, rtl: rtl, language: language,
		y: margin + 14,
	}
	p.head(s)
	p.parties(s)
	p.table(s)
	p.payment(s)
	if p.refund != nil {
		p.refunded(s)
	}
	return s.Bytes()
}

func (p *paper) head(s *sheet) {
	s.begin(margin, s.say["invoice"], pdf.Style{Face: pdf.Bold, Size: 20})
	wide := pdf.PageWidth - margin
	s.end(wide, digits(p.Number, s.language), pdf.Style{Face: pdf.Bold, Size: 12})
	s.y += 18
	s.end(wide, date(p.PaidAt, s.language), pdf.Style{Size: normalPt, Gray: gray})
	if p.refund != nil {
		s.begin(margin, s.say["refunded"], pdf.Style{Face: pdf.Bold, Size: 11})
	}
	s.y += 14
	s.rule(0.75)
	s.y += gap
}

// parties draws seller and buyer beside one another, each part with its name.
func (p *paper) parties(s *sheet) {
	width := (pdf.PageWidth - 2*margin - gap) / 2
	top := s.y
	lowest := s.party(margin, width, "seller", &p.seller)
	s.y = top
	s.y = max(lowest, s.party(margin+width+gap, width, "buyer", &p.buyer)) + 10
}

func (s *sheet) party(x, width float64, title string, of *plans.Party) float64 {
	s.begin(x, s.say[title], pdf.Style{Face: pdf.Bold, Size: 11})
	s.y += leading + 4
	for _, row := range [][2]string{
		{"name", of.Name}, {"national", of.NationalID}, {"economic", of.EconomicID}, {"address", of.Address}, {"post", of.PostCode},
		{"phone", of.Phone},
	} {
		s.fact(x, width, s.say[row[0]], row[1])
	}
	return s.y
}

const labelWidth = 82.0

// fact draws a name and its value, if there is one.
func (s *sheet) fact(x, width float64, name, value string) {
	if value == "" {
		return
	}
	for i, line := range pdf.Wrap(digits(value, s.language), pdf.Regular, normalPt, width-labelWidth) {
		s.room(leading)
		if i == 0 {
			s.begin(x, name, pdf.Style{Size: normalPt, Gray: gray})
		}
		s.put(x+labelWidth, line, pdf.Style{Size: normalPt, RTL: pdf.IsRTL(value)}, s.rtl)
		s.y += leading
	}
}

// table draws the lines and their sum.
func (p *paper) table(s *sheet) {
	wide := pdf.PageWidth - margin
	s.room(60)
	s.FillRect(margin, s.y-4, pdf.PageWidth-2*margin, 24, 0.95)
	s.y += 12
	bold := pdf.Style{Face: pdf.Bold, Size: normalPt}
	s.begin(margin+inner, s.say["description"], bold)
	s.end(wide-inner, s.say["amount"]+" ("+s.say[p.Currency]+")", bold)
	s.y += 28
	for _, l := range p.lines {
		p.line(s, &l)
	}
	s.room(40)
	s.y -= 4
	s.rule(0.3)
	s.y += 20
	s.begin(margin+inner, s.say["total"], pdf.Style{Face: pdf.Bold, Size: 12})
	s.end(wide-inner, money(p.Total, p.Currency, s.language)+" "+s.say[p.Currency], pdf.Style{Face: pdf.Bold, Size: 12})
	s.y += gap + 10
}

// line draws a line of the invoice; that of an upgrade with what its price is made of.
func (p *paper) line(s *sheet, l *Line) {
	if b := l.Basis; b != nil {
		p.row(s, s.planWords(p, l.Quantity), b.Plan, true)
		if p.ExtraGiB > 0 {
			p.row(s, s.storageWords(p.ExtraGiB), b.Storage, true)
		}
		p.row(s, s.say["credit"], -b.Credit, true)
		p.row(s, s.say["difference"], max(0, b.Plan+b.Storage-b.Credit), true)
	}
	if l.Within > 0 {
		s.room(leading)
		s.begin(margin+inner, s.lineWords(p, l), pdf.Style{Size: normalPt})
		s.end(pdf.PageWidth-margin-inner, s.fill("within", money(l.Within, p.Currency, s.language)), pdf.Style{Size: small, Gray: gray})
		s.under()
		return
	}
	p.row(s, s.lineWords(p, l), l.Amount, false)
}

// row draws a text and an amount; a part of a line is smaller.
func (p *paper) row(s *sheet, text string, amount int64, part bool) {
	style, x := pdf.Style{Size: normalPt}, margin+inner
	if part {
		style, x = pdf.Style{Size: small, Gray: gray}, x+inner
	}
	lines := pdf.Wrap(text, style.Face, style.Size, pdf.PageWidth-2*margin-150)
	for i, line := range lines {
		s.room(leading)
		style.RTL = pdf.IsRTL(text)
		s.put(x, line, style, s.rtl)
		if i == 0 {
			s.end(pdf.PageWidth-margin-inner, money(amount, p.Currency, s.language), style)
		}
		if i+1 < len(lines) {
			s.y += leading
		}
	}
	if part {
		s.y += leading
		return
	}
	s.under()
}

// under rules a line off from the next one.
func (s *sheet) under() {
	s.y += 8
	s.rule(0.88)
	s.y += leading + 1
}

func (p *paper) payment(s *sheet) {
	s.room(60)
	s.begin(margin, s.say["payment"], pdf.Style{Face: pdf.Bold, Size: 11})
	s.y += leading + 4
	wide := pdf.PageWidth - 2*margin
	how := s.say["by "+p.Provider]
	if how == "" {
		how = s.say["online"]
	}
	s.fact(margin, wide, s.say["how"], how)
	s.fact(margin, wide, s.say["reference"], p.Reference)
	s.fact(margin, wide, s.say["workspace"], p.workspace)
	s.fact(margin, wide, s.say["order"], p.ID[:shortCode])
	s.y += 10
}

func (p *paper) refunded(s *sheet) {
	s.room(70)
	s.begin(margin, s.say["refund"], pdf.Style{Face: pdf.Bold, Size: 11})
	s.y += leading + 4
	wide := pdf.PageWidth - 2*margin
	s.fact(margin, wide, s.say["amount"], money(p.refund.Amount, p.Currency, s.language)+" "+s.say[p.Currency])
	s.fact(margin, wide, s.say["date"], date(p.refund.CreatedAt, s.language))
	s.fact(margin, wide, s.say["reference"], p.refund.Reference)
	s.fact(margin, wide, s.say["reason"], p.refund.Reason)
}

func (s *sheet) count(n int64) string { return digits(strconv.FormatInt(n, 10), s.language) }
