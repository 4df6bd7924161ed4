package db

import "database/sql"

// CannedText is a text that staff put into their answers.
type CannedText struct {
	ID    CannedTextID
	Title string
	Text  string
}

// CannedTexts returns all of them by title.
func (v *View) CannedTexts() ([]CannedText, error) {
	return listRows(v, func(r *sql.Rows, c *CannedText) error { return r.Scan(&c.ID, &c.Title, &c.Text) },
		"SELECT id, title, text FROM canned_texts ORDER BY title")
}

// PutCannedText makes or changes a canned text; ErrExists when the title is taken.
// home: app/operation/tickets
func (tx *Tx) PutCannedText(c *CannedText) error {
	return tx.exec("INSERT INTO canned_texts (id, title, text) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title, "+
		"text = excluded.text", c.ID, c.Title, c.Text)
}

// DeleteCannedText removes a canned text.
// home: app/operation/tickets
func (tx *Tx) DeleteCannedText(id CannedTextID) error {
	return tx.execOne("DELETE FROM canned_texts WHERE id = ?", id)
}

// Holiday is a day on which nobody works.
type Holiday struct {
	Day  string // 2026-03-21
	Name string
}

// Holidays returns all of them by day.
func (v *View) Holidays() ([]Holiday, error) {
	return listRows(v, func(r *sql.Rows, h *Holiday) error { return r.Scan(&h.Day, &h.Name) },
		"SELECT day, name FROM holidays ORDER BY day")
}

// PutHolidays replaces the list of holidays.
// home: app/operation/tickets
func (tx *Tx) PutHolidays(all []Holiday) error {
	if err := tx.exec("DELETE FROM holidays"); err != nil {
		return err
	}
	for _, h := range all {
		if err := tx.exec("INSERT INTO holidays (day, name) VALUES (?, ?)", h.Day, h.Name); err != nil {
			return err
		}
	}
	return nil
}

// StaffUsers returns the users who may enter the console, with their roles.
func (v *View) StaffUsers() ([]User, error) {
	return listRows(v, func(r *sql.Rows, u *User) error { return r.Scan(u.fields()...) },
		"SELECT "+userColumns+" FROM users WHERE staff_role <> '' ORDER BY id")
}

// AdministratorsToMail returns the administrators who may sign in and have an address.
func (v *View) AdministratorsToMail() ([]User, error) {
	return listRows(v, func(r *sql.Rows, u *User) error { return r.Scan(u.fields()...) },
		"SELECT "+userColumns+" FROM users WHERE staff_role = ? AND email IS NOT NULL AND disabled_at IS NULL ORDER BY id", Administrator)
}

// SupportOf returns the name and the support of each plan that a user has a workspace on
// whose plan has not expired. A workspace without a plan is on the plan "unlimited", with basic
// support.
func (v *View) SupportOf(user UserID) ([]Plan, error) {
	return listRows(v, func(r *sql.Rows, p *Plan) error { return r.Scan(&p.Name, &p.Support) },
		"SELECT DISTINCT coalesce(p.name, 'unlimited'), coalesce(p.support, 'basic') FROM members m JOIN spaces s ON s.id = m.space_id "+
			"LEFT JOIN subscriptions b ON b.space_id = s.id AND b.suspended = 0 LEFT JOIN plans p ON p.id = b.plan_id "+
			"WHERE m.user_id = ? AND s.deleted_at IS NULL AND (b.locked_at IS NULL OR b.locked_at > ?) ORDER BY 1", user, toMillis(v.Now))
}
