package billing

import (
	"strconv"

	"anbar/app/sales/pdf"
)

// The columns of the table, in points from the end of the line.
const (
	unitColumn     = 118.0
	quantityColumn = 222.0
	amountsWidth   = 290.0 // of all but the description
)

// tableRow is a line of the table; without a quantity it has neither that nor the price of one.
type tableRow struct {
	text, quantity string
	unit, amount   int64
	isPart         bool // of what the price of an upgrade is made of
}

// drawPeriod draws from when until when the plan was bought.
func (p *invoiceDocument) drawPeriod(s *sheet) {
	period := s.format("not begun", s.words[p.Period])
	if !p.StartsAt.IsZero() {
		period = s.format("from to", formatDate(p.StartsAt, s.language), formatDate(p.EndsAt, s.language))
	}
	wide := pdf.PageWidth - 2*margin
	s.drawField(margin, wide, s.words["period"], period)
	s.drawField(margin, wide, s.words["workspace"], p.workspace)
	s.y += 10
}

// drawTable draws the lines and their sum.
func (p *invoiceDocument) drawTable(s *sheet) {
	wide := pdf.PageWidth - margin
	s.ensureSpace(60)
	s.FillRect(margin, s.y-4, pdf.PageWidth-2*margin, 24, 0.95)
	s.y += 12
	bold := pdf.Style{Face: pdf.Bold, Size: normalPt}
	s.drawAtStart(margin+inner, s.words["description"], bold)
	s.drawAtEnd(wide-inner-quantityColumn, s.words["quantity"], bold)
	s.drawAtEnd(wide-inner-unitColumn, s.words["unit"], bold)
	s.drawAtEnd(wide-inner, s.words["amount"]+" ("+s.words[p.Currency]+")", bold)
	s.y += 28
	for _, l := range p.lines {
		p.drawInvoiceLine(s, &l)
	}
	s.ensureSpace(40)
	s.y -= 4
	s.drawRule(0.3)
	s.y += 20
	s.drawAtStart(margin+inner, s.words["total"], pdf.Style{Face: pdf.Bold, Size: 12})
	s.drawAtEnd(wide-inner, formatMoney(p.Total, p.Currency, s.language)+" "+s.words[p.Currency], pdf.Style{Face: pdf.Bold, Size: 12})
	s.y += gap + 10
}

// drawInvoiceLine draws a line of the invoice; that of an upgrade with what its price is made of.
func (p *invoiceDocument) drawInvoiceLine(s *sheet, l *Line) {
	if b := l.Basis; b != nil {
		p.drawRow(s, p.newRow(s, "plan", l.Quantity, b.Plan, true))
		if p.ExtraGiB > 0 {
			p.drawRow(s, p.newRow(s, "storage", p.ExtraGiB, b.Storage, true))
		}
		p.drawRow(s, tableRow{text: s.words["credit"], amount: -b.Credit, isPart: true})
		p.drawRow(s, tableRow{text: s.words["difference"], amount: max(0, b.Plan+b.Storage-b.Credit), isPart: true})
	}
	if l.Within > 0 {
		s.ensureSpace(leading)
		s.drawAtStart(margin+inner, s.lineWords(l), pdf.Style{Size: normalPt})
		s.drawAtEnd(pdf.PageWidth-margin-inner, s.format("within", formatMoney(l.Within, p.Currency, s.language)),
			pdf.Style{Size: small, Gray: gray})
		s.drawSeparator()
		return
	}
	switch l.Kind {
	case "plan", "storage":
		p.drawRow(s, p.newRow(s, l.Kind, l.Quantity, l.Amount, false))
	case "upgrade":
		p.drawRow(s, tableRow{text: s.lineWords(l), quantity: s.formatCount(1), unit: l.Amount, amount: l.Amount})
	default:
		p.drawRow(s, tableRow{text: s.lineWords(l), amount: l.Amount})
	}
}

// newRow is the row of the users of a plan, or of extra storage.
func (p *invoiceDocument) newRow(s *sheet, kind string, n, amount int64, isPart bool) tableRow {
	r := tableRow{amount: amount, isPart: isPart}
	if kind == "plan" {
		r.text, r.quantity = s.planWords(p), s.formatPlural("user", "users", n)
	} else {
		r.text, r.quantity = s.words["storage"], s.format("gib", s.formatCount(n))
	}
	if n > 0 && amount%n == 0 { // a price of one that is rounded does not come to the amount
		r.unit = amount / n
	}
	return r
}

// drawRow draws a row of the table; a part of a line is smaller.
func (p *invoiceDocument) drawRow(s *sheet, r tableRow) {
	style, x := pdf.Style{Size: normalPt}, margin+inner
	if r.isPart {
		style, x = pdf.Style{Size: small, Gray: gray}, x+inner
	}
	wide := pdf.PageWidth - margin - inner
	lines := pdf.Wrap(r.text, style.Face, style.Size, pdf.PageWidth-2*margin-amountsWidth)
	for i, line := range lines {
		s.ensureSpace(leading)
		if i == 0 {
			if r.quantity != "" {
				s.drawAtEnd(wide-quantityColumn, r.quantity, style)
			}
			if r.unit != 0 {
				s.drawAtEnd(wide-unitColumn, formatMoney(r.unit, p.Currency, s.language), style)
			}
			s.drawAtEnd(wide, formatMoney(r.amount, p.Currency, s.language), style)
		}
		style.RTL = pdf.IsRTL(r.text)
		s.drawAligned(x, line, style, s.rtl)
		if i+1 < len(lines) {
			s.y += leading
		}
	}
	if r.isPart {
		s.y += leading
		return
	}
	s.drawSeparator()
}

// drawSeparator rules a line off from the next one.
func (s *sheet) drawSeparator() {
	s.y += 8
	s.drawRule(0.88)
	s.y += leading + 1
}

func (s *sheet) formatCount(n int64) string {
	return localizeDigits(strconv.FormatInt(n, 10), s.language)
}
