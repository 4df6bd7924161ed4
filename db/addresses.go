package db

import "database/sql"

// AddressForm returns in which form addresses are stored, 0 before any was noted.
func (v *View) AddressForm() (int, error) {
	var n int
	err := v.scanRow("SELECT coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'addresses'), 0)", nil, &n)
	return n, err
}

// PutAddressForm notes the form that all stored addresses have.
// home: app/identity/accounts
func (tx *Tx) PutAddressForm(n int) error {
	return tx.exec("INSERT INTO settings (key, value) VALUES ('addresses', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		int64(n))
}

// UnusualAddresses returns every stored address that may have more than one form, each once: those with
// characters beyond ASCII, and those of domains in the form of the DNS.
func (v *View) UnusualAddresses() ([]string, error) {
	return listRows(v, func(r *sql.Rows, s *string) error { return r.Scan(s) }, `WITH every (address) AS (
		SELECT email FROM users UNION SELECT pending_email FROM users UNION SELECT email FROM member_invites UNION
		SELECT email FROM guests UNION SELECT email FROM invitations UNION
		SELECT e.value FROM links, json_each(links.emails) e UNION SELECT e.value FROM boxes, json_each(boxes.emails) e)
		SELECT address FROM every WHERE address GLOB '*[^ -~]*' OR address GLOB '*xn--*' ORDER BY address`)
}

// UpdateAddress replaces an address wherever somebody is invited, let in or reached by it. Where
// both stand the one before goes; of two accounts both stay as they are.
// home: app/identity/accounts
func (tx *Tx) UpdateAddress(before, after string) error {
	for _, table := range []string{"member_invites", "guests"} {
		if err := tx.exec("UPDATE OR IGNORE "+table+" SET email = ? WHERE email = ?", after, before); err != nil {
			return err
		}
		if err := tx.exec("DELETE FROM "+table+" WHERE email = ?", before); err != nil {
			return err
		}
	}
	for _, table := range []string{"links", "boxes"} {
		err := tx.exec("UPDATE "+table+" SET emails = "+
			"(SELECT json_group_array(DISTINCT iif(value = ?1, ?2, value)) FROM json_each(emails)) "+
			"WHERE EXISTS (SELECT 1 FROM json_each(emails) WHERE value = ?1)", before, after)
		if err != nil {
			return err
		}
	}
	for _, query := range []string{
		"UPDATE OR IGNORE users SET email = ? WHERE email = ?", "UPDATE users SET pending_email = ? WHERE pending_email = ?",
		"UPDATE invitations SET email = ? WHERE email = ?",
	} {
		if err := tx.exec(query, after, before); err != nil {
			return err
		}
	}
	return nil
}

// MailLetters returns the mail server that was seen last, empty for none, and whether it takes only
// ASCII before the @ of an address.
func (v *View) MailLetters() (host string, plain bool, err error) {
	err = v.scanRow("SELECT coalesce((SELECT substr(value, 3) FROM settings WHERE key = 'mail_letters'), ''), "+
		"EXISTS (SELECT 1 FROM settings WHERE key = 'mail_letters' AND value GLOB 'p *')", nil, &host, &plain)
	return host, plain, err
}

// PutMailLetters notes what MailLetters returns.
// home: app/base/mail
func (tx *Tx) PutMailLetters(host string, plain bool) error {
	mark := "a "
	if plain {
		mark = "p "
	}
	return tx.exec("INSERT INTO settings (key, value) VALUES ('mail_letters', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
		mark+host)
}
