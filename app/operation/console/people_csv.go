package console

import (
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"anbar/app/base/fault"
	"anbar/app/base/names"
)

const (
	maxRows = 1000
	maxName = 100 // runes
)

// columns maps the headers of a CSV of people, as spreadsheets in both languages write them.
var columns = map[string]string{
	"email": "email", "e-mail": "email", "email address": "email", "ایمیل": "email", "نشانی ایمیل": "email", "پست الکترونیک": "email",
	"name": "name", "full name": "name", "نام و نام خانوادگی": "name", "نام کامل": "name",
	"first name": "first", "given name": "first", "نام": "first",
	"last name": "last", "surname": "last", "family name": "last", "نام خانوادگی": "last", "نام‌خانوادگی": "last",
	"language": "language", "زبان": "language",
}

var languageCodes = map[string]string{
	"": "fa", "fa": "fa", "persian": "fa", "farsi": "fa", "فارسی": "fa", "en": "en", "english": "en", "انگلیسی": "en",
}

// parsePeople reads a CSV of people. Rows that are wrong say so; it fails when the file as a whole
// is none, has no column of addresses, or has too many rows.
func parsePeople(text string) ([]AdminImportRow, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	if !utf8.ValidString(text) {
		return nil, fault.InvalidCSV
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace, r.ReuseRecord = -1, true, true
	first, _, _ := strings.Cut(text, "\n")
	if strings.Count(first, ";") > strings.Count(first, ",") {
		r.Comma = ';'
	}
	place, err := parseHeader(r)
	if err != nil {
		return nil, err
	}
	return parseRows(r, place)
}

// parseHeader reads the titles and returns the index of each known column.
func parseHeader(r *csv.Reader) (map[string]int, error) {
	head, err := r.Read()
	if err != nil {
		return nil, fault.InvalidCSV.Because(err)
	}
	place := map[string]int{}
	for i, h := range head {
		if c, ok := columns[strings.ToLower(strings.TrimSpace(h))]; ok {
			place[c] = i
		}
	}
	if _, ok := place["email"]; !ok {
		return nil, fault.InvalidCSV
	}
	return place, nil
}

func parseRows(r *csv.Reader, place map[string]int) ([]AdminImportRow, error) {
	rows := []AdminImportRow{}
	seen := map[string]bool{}
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, fault.InvalidCSV.Because(err)
		}
		if len(rows) == maxRows {
			return nil, fault.TooManyRows
		}
		line, _ := r.FieldPos(0)
		row := parsePerson(record, place, line)
		if row.Error == "" && seen[row.Email] {
			row.Error, row.Field = fault.Repeated.Key, "email"
		}
		seen[row.Email] = true
		rows = append(rows, row)
	}
}

func parsePerson(record []string, place map[string]int, line int) AdminImportRow {
	cell := func(column string) string {
		i, ok := place[column]
		if !ok || i >= len(record) {
			return ""
		}
		return strings.TrimSpace(record[i])
	}
	row := AdminImportRow{Line: line, Email: cell("email")}
	row.Name = strings.TrimSpace(cell("name") + " " + cell("first") + " " + cell("last"))
	wrong := func(field string, f *fault.Fault) {
		if row.Error == "" {
			row.Error, row.Field = f.Key, field
		}
	}
	email, f := names.ParseEmail(row.Email)
	if row.Email == "" {
		f = fault.Required
	}
	if f != nil {
		wrong("email", f)
	} else {
		row.Email = email
	}
	for _, column := range []string{"name", "first", "last"} {
		if isFormula(cell(column)) {
			wrong("name", fault.Formula)
		}
	}
	if utf8.RuneCountInString(row.Name) > maxName {
		wrong("name", fault.TooLong)
	}
	language, ok := languageCodes[strings.ToLower(cell("language"))]
	if !ok {
		wrong("language", fault.InvalidValue)
	}
	row.Language = language
	return row
}

// isFormula reports whether a spreadsheet would calculate a text instead of showing it.
func isFormula(s string) bool { return s != "" && strings.ContainsRune("=+-@\t\r", rune(s[0])) }
