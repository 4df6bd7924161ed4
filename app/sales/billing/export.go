package billing

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/calendar"
	"anbar/app/sales/plans"
	"anbar/db"
)

const (
	exportBatch = 500 // invoices that are read at once
	byteOrder   = "\ufeff"
	totalColumn = 12
)

// header is the first line of the export.
var header = []string{
	"number", "payment_id", "status", "paid_at", "paid_on_persian_calendar", "buyer", "national_id", "economic_id", "account", "email",
	"workspace_id", "intent", "total", "currency", "provider", "reference",
}

// handleExportPayments writes the invoices that were paid as CSV, for a spreadsheet. It reads some at a time,
// so that a slow reader holds no transaction open.
func (s *Service) handleExportPayments(c *api.Call, _ *api.None) error {
	c.W.Header().Set("Content-Type", "text/csv; charset=utf-8")
	c.W.Header().Set("Content-Disposition", `attachment; filename="anbar-payments.csv"`)
	if _, err := io.WriteString(c.W, byteOrder); err != nil {
		return err
	}
	w := csv.NewWriter(c.W)
	if err := w.Write(header); err != nil {
		return err
	}
	for part := (db.Slice{Limit: exportBatch}); ; {
		lines, err := db.Get(c, s.db, func(v *db.View) (lines [][]string, err error) {
			rows, next, err := v.InvoicesIn(db.InvoicesPaid, part)
			if err != nil {
				return nil, err
			}
			for i := range rows {
				line, err := exportLine(v, &rows[i])
				if err != nil {
					return lines, err
				}
				lines = append(lines, line)
			}
			part.After = next
			return lines, nil
		})
		if err != nil {
			return err
		}
		if err := w.WriteAll(lines); err != nil || part.After == nil {
			return err
		}
	}
}

func exportLine(v *db.View, i *db.Invoice) ([]string, error) {
	u, err := v.UserByID(i.User)
	if err != nil {
		return nil, err
	}
	var buyer plans.Party
	if len(i.Buyer) > 0 {
		if err := json.Unmarshal(i.Buyer, &buyer); err != nil {
			return nil, fmt.Errorf("read the buyer of invoice %s: %w", i.ID, err)
		}
	}
	year, month, day := calendar.Persian(i.PaidAt.In(calendar.Tehran))
	space := ""
	if i.Space != 0 {
		space = i.Space.String()
	}
	line := []string{
		i.Number, i.ID, i.State, i.PaidAt.UTC().Format(time.RFC3339), fmt.Sprintf("%04d/%02d/%02d", year, month, day),
		buyer.Name, buyer.NationalID, buyer.EconomicID, u.FirstName + " " + u.LastName, u.Email, space, i.Intent, "", i.Currency,
		i.Provider, i.Reference,
	}
	for n := range line {
		line[n] = escapeFormula(line[n])
	}
	line[totalColumn] = strconv.FormatInt(i.Total, 10)
	return line, nil
}

// escapeFormula keeps a spreadsheet from taking a text for a formula.
func escapeFormula(cell string) string {
	// Some programs skip spaces before they look for the sign.
	if bare := strings.TrimLeft(cell, " "); bare != "" && strings.ContainsRune("=+-@\t\r\n", rune(bare[0])) {
		return "'" + cell
	}
	return cell
}
