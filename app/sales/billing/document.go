package billing

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"anbar/app/base/fault"
	"anbar/app/sales/pdf"
	"anbar/app/sales/plans"
	"anbar/db"
)

// invoiceDocument is all that the document of an invoice shows.
type invoiceDocument struct {
	*db.Invoice
	plan          *db.Plan
	lines         []Line
	seller, buyer plans.Party
	workspace     string
	refund        *db.Refund // nil unless it was refunded
}

// RenderDocument writes the document of an invoice that was paid, in Persian or English.
func (s *Service) RenderDocument(ctx context.Context, id, language string) (name string, document []byte, err error) {
	if words[language] == nil {
		return "", nil, fault.BadRequest
	}
	p := &invoiceDocument{}
	err = s.db.View(ctx, func(v *db.View) error { return p.loadInvoice(v, id) })
	if errors.Is(err, db.ErrNotFound) {
		err = fault.InvalidID
	}
	if err != nil {
		return "", nil, err
	}
	return "invoice-" + p.Number + ".pdf", p.render(language), nil
}

func (p *invoiceDocument) loadInvoice(v *db.View, id string) (err error) {
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
	words    map[string]string
	rtl      bool
	language string
	y        float64
}

// position is the position on the page of a distance from the side where lines begin.
func (s *sheet) position(x float64) float64 {
	if s.rtl {
		return pdf.PageWidth - x
	}
	return x
}

// drawAtStart draws a line that begins at a distance, in the direction of its first letter.
func (s *sheet) drawAtStart(x float64, text string, style pdf.Style) {
	style.RTL = pdf.IsRTL(text)
	s.drawAligned(x, text, style, s.rtl)
}

// drawAtEnd draws a line that ends at a distance.
func (s *sheet) drawAtEnd(x float64, text string, style pdf.Style) {
	style.RTL = pdf.IsRTL(text)
	s.drawAligned(x, text, style, !s.rtl)
}

func (s *sheet) drawAligned(x float64, text string, style pdf.Style, right bool) {
	if right {
		style.Side = pdf.Right
	}
	s.DrawText(s.position(x), s.y, text, style)
}

// ensureSpace begins another page when the height is not left on this one.
func (s *sheet) ensureSpace(height float64) {
	if s.y+height > pdf.PageHeight-margin {
		s.AddPage()
		s.y = margin + leading
	}
}

func (s *sheet) drawRule(gray float64) { s.DrawLine(margin, s.y, pdf.PageWidth-margin, 0.7, gray) }

func (p *invoiceDocument) render(language string) []byte {
	say := words[language]
	rtl := language == "fa"
	s := &sheet{
		Document: pdf.New(say["invoice"]+" "+p.Number, language, rtl, p.PaidAt), words: say, rtl: rtl,
		language: language,
		y:        margin + 14,
	}
	p.drawHeader(s)
	p.drawParties(s)
	p.drawPeriod(s)
	p.drawTable(s)
	p.drawPayment(s)
	if p.refund != nil {
		p.drawRefund(s)
	}
	return s.Bytes()
}

func (p *invoiceDocument) drawHeader(s *sheet) {
	s.drawAtStart(margin, s.words["invoice"], pdf.Style{Face: pdf.Bold, Size: 20})
	wide := pdf.PageWidth - margin
	s.drawAtEnd(wide, p.Number, pdf.Style{Face: pdf.Bold, Size: 12})
	s.y += 18
	s.drawAtEnd(wide, formatDate(p.PaidAt, s.language), pdf.Style{Size: normalPt, Gray: gray})
	if p.refund != nil {
		s.drawAtStart(margin, s.words["refunded"], pdf.Style{Face: pdf.Bold, Size: 11})
	}
	s.y += 14
	s.drawRule(0.75)
	s.y += gap
}

// drawParties draws seller and buyer beside one another, each part with its name.
func (p *invoiceDocument) drawParties(s *sheet) {
	width := (pdf.PageWidth - 2*margin - gap) / 2
	top := s.y
	lowest := s.drawParty(margin, width, "seller", &p.seller)
	s.y = top
	s.y = max(lowest, s.drawParty(margin+width+gap, width, "buyer", &p.buyer)) + 10
}

func (s *sheet) drawParty(x, width float64, title string, of *plans.Party) float64 {
	s.drawAtStart(x, s.words[title], pdf.Style{Face: pdf.Bold, Size: 11})
	s.y += leading + 4
	if of.IsEmpty() {
		s.drawAtStart(x, s.words["unnamed"], pdf.Style{Size: normalPt, Gray: gray})
		s.y += leading
	}
	for _, row := range [][2]string{
		{"name", of.Name}, {strings.TrimSpace("national " + of.GuessKind()), of.NationalID}, {"registration", of.RegistrationID},
		{"economic", of.EconomicID}, {"address", of.Address}, {"post", of.PostCode}, {"phone", of.Phone},
	} {
		s.drawField(x, width, s.words[row[0]], row[1])
	}
	return s.y
}

const labelWidth = 82.0

// drawField draws a name and its value, if there is one. Codes stand in it as they are: Persian digits would tear
// those that have Latin letters too.
func (s *sheet) drawField(x, width float64, name, value string) {
	if value == "" {
		return
	}
	for i, line := range pdf.Wrap(value, pdf.Regular, normalPt, width-labelWidth) {
		s.ensureSpace(leading)
		if i == 0 {
			s.drawAtStart(x, name, pdf.Style{Size: normalPt, Gray: gray})
		}
		s.drawAligned(x+labelWidth, line, pdf.Style{Size: normalPt, RTL: pdf.IsRTL(value)}, s.rtl)
		s.y += leading
	}
}

func (p *invoiceDocument) drawPayment(s *sheet) {
	s.ensureSpace(60)
	s.drawAtStart(margin, s.words["payment"], pdf.Style{Face: pdf.Bold, Size: 11})
	s.y += leading + 4
	wide := pdf.PageWidth - 2*margin
	how := s.words["by "+p.Provider]
	if how == "" {
		how = s.words["online"]
	}
	s.drawField(margin, wide, s.words["how"], how)
	s.drawField(margin, wide, s.words["reference"], p.Reference)
	s.drawField(margin, wide, s.words["order"], p.ID[:shortCode])
	s.y += 10
}

func (p *invoiceDocument) drawRefund(s *sheet) {
	s.ensureSpace(70)
	s.drawAtStart(margin, s.words["refund"], pdf.Style{Face: pdf.Bold, Size: 11})
	s.y += leading + 4
	wide := pdf.PageWidth - 2*margin
	s.drawField(margin, wide, s.words["amount"], formatMoney(p.refund.Amount, p.Currency, s.language)+" "+s.words[p.Currency])
	s.drawField(margin, wide, s.words["date"], formatDate(p.refund.CreatedAt, s.language))
	s.drawField(margin, wide, s.words["reference"], p.refund.Reference)
	s.drawField(margin, wide, s.words["reason"], p.refund.Reason)
}
