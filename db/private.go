package db

import "database/sql"

// PrivateTexts returns the names and addresses of people and the titles of workspaces, to be kept out of what leaves the appliance.
func (v *View) PrivateTexts() ([]string, error) {
	return listRows(v, func(r *sql.Rows, s *string) error { return r.Scan(s) },
		"SELECT first_name FROM users UNION SELECT last_name FROM users UNION SELECT coalesce(email, '') FROM users "+
			"UNION SELECT coalesce(mobile, '') FROM users UNION SELECT title FROM spaces")
}
