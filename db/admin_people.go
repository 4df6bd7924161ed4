package db

import (
	"database/sql"
	"errors"
	"strings"
	"time"
	"unicode"
)

// PeopleFilter selects accounts for the console. Text is a part of a name, an address or a
// number; Kind is one of the lists below, or empty for all.
type PeopleFilter struct {
	Text string
	Kind string
	Sort string // one of the orders below; the newest first when empty
	Down bool   // from its end to its beginning
	Slice
}

// The orders of people in the console.
const (
	PeopleByName  = "name"
	PeopleByEmail = "email"
	PeopleByRole  = "role"
	PeopleJoined  = "joined"
)

// The lists of people in the console.
const (
	PeopleStaff    = "staff"
	PeopleDisabled = "disabled"
	PeopleUnusual  = "unusual"     // see Unusual
	PeopleOneStep  = "no_two_step" // no second step, and no passkey
)

// PersonRow is an account in the list of the console.
type PersonRow struct {
	User
	SeenAt  time.Time // zero for never
	Spaces  int
	TwoStep bool
	Unusual bool
	key     string // that it is sorted by
}

// An account is unusual when one of these happened to it within a week.
const (
	unusualWeek   = 7 * 24 * time.Hour
	unusualFailed = 10 // failed sign-ins
)

const unusual = `(SELECT user_id FROM audit WHERE action IN ('refresh_token_reused', 'second_step_guessed', 'passkey_copied')
		AND at >= ?1 AND user_id > 0
	UNION SELECT user_id FROM audit WHERE action = 'sign_in_failed' AND at >= ?1 AND user_id > 0
		GROUP BY user_id HAVING count(*) >= ?2)`

// isUnusual is the same of one account: few rows of an index, instead of the events of a week.
const isUnusual = `(EXISTS (SELECT 1 FROM audit WHERE user_id = u.id AND action IN ('refresh_token_reused', 'second_step_guessed',
		'passkey_copied') AND at >= ?1)
	OR coalesce((SELECT at FROM audit WHERE user_id = u.id AND action = 'sign_in_failed' ORDER BY id DESC LIMIT 1 OFFSET ?2 - 1), 0) >= ?1)`

var peopleLists = map[string]string{
	"":             "u.erased_at IS NULL",
	PeopleStaff:    "u.staff_role <> ''",
	PeopleDisabled: "u.disabled_at IS NOT NULL AND u.erased_at IS NULL",
	PeopleUnusual:  "u.id IN " + unusual,
	PeopleOneStep: `u.erased_at IS NULL AND NOT EXISTS (SELECT 1 FROM two_factors t WHERE t.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)`,
}

// foldedSQL is a text of the database as FoldQuery makes it of a question.
func foldedSQL(column string) string {
	return "replace(replace(replace(lower(" + column + "), 'ي', 'ی'), 'ك', 'ک'), '\u200c', ' ')"
}

// FoldQuery is a question in the form that the lists of the console compare: small letters, and
// one form of the letters that Persian and Arabic keyboards write in two.
func FoldQuery(s string) string {
	s = strings.NewReplacer("ي", "ی", "ك", "ک", "\u200c", " ").Replace(strings.ToLower(s))
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) { // marks that came along with a copied address
			return -1
		}
		return r
	}, s))
}

func (f *PeopleFilter) where(v *View) (string, []any) {
	where := peopleLists[f.Kind] + " AND (?3 = '' OR instr(" + foldedSQL("u.first_name || ' ' || u.last_name") +
		", ?3) > 0 OR instr(coalesce(u.email, ''), ?3) > 0 OR instr(coalesce(u.mobile, ''), ?3) > 0)"
	return where, []any{toMillis(v.Now.Add(-unusualWeek)), unusualFailed, FoldQuery(f.Text)}
}

// HasPeopleList reports whether there is such a list.
func HasPeopleList(kind string) bool { _, ok := peopleLists[kind]; return ok }

const personColumns = `u.id, coalesce(u.email, ''), coalesce(u.mobile, ''), u.password, u.first_name, u.last_name, u.language, u.theme,
	u.onboarded, u.staff_role, u.is_email_validated, u.is_mobile_validated, u.pending_email, u.pending_mobile, u.avatar, u.created_at,
	u.disabled_at, u.erased_at, (SELECT max(used_at) FROM sessions s WHERE s.user_id = u.id),
	(SELECT count(*) FROM members m JOIN spaces s ON s.id = m.space_id AND s.deleted_at IS NULL WHERE m.user_id = u.id),
	EXISTS (SELECT 1 FROM two_factors t WHERE t.user_id = u.id), ` + isUnusual

func scanPerson(r *sql.Rows, p *PersonRow) error {
	return r.Scan(append(p.fields(), timeScanner{&p.SeenAt}, &p.Spaces, &p.TwoStep, &p.Unusual, &p.key)...)
}

// peopleKeys are what people are sorted by, as the indexes have it; the number of an account tells when it was made.
var peopleKeys = map[string]string{
	PeopleByName: "replace(replace(replace(replace(replace(replace(replace(replace(lower(u.first_name || ' ' || u.last_name), " +
		"'ي', 'ی'), 'ك', 'ک'), 'ه', 'و' || char(65533)), 'پ', 'ب' || char(65533)), 'چ', 'ج' || char(65533)), 'ژ', 'ز' || char(65533)), " +
		"'ک', 'ق' || char(65533)), 'گ', 'ق' || char(65533, 65533))",
	PeopleByEmail: "coalesce(u.email, '')",
	PeopleByRole:  "u.staff_role",
	PeopleJoined:  "",
}

// HasPeopleOrder reports whether people can be sorted so.
func HasPeopleOrder(by string) bool { _, ok := peopleKeys[by]; return ok }

// AdminPeople returns some accounts in their order.
func (v *View) AdminPeople(f PeopleFilter) ([]PersonRow, []any, error) {
	where, args := f.where(v)
	order, key := &sortOrder[PersonRow]{
		columns: []string{"u.id"}, down: f.Down || f.Sort == "", of: func(p *PersonRow) []any { return []any{int64(p.ID)} },
	}, peopleKeys[f.Sort]
	if key == "" {
		key = "''"
	} else {
		order.columns = []string{key, "u.id"}
		order.of = func(p *PersonRow) []any { return []any{p.key, int64(p.ID)} }
	}
	return listSlice(v, order, f.Slice, scanPerson, "SELECT "+personColumns+", "+key+" FROM users u WHERE "+where, args...)
}

// CountAdminPeople returns how many accounts match the filter.
func (v *View) CountAdminPeople(f PeopleFilter) (int64, error) {
	var n int64
	where, args := f.where(v)
	err := v.scanRow("SELECT count(*) FROM users u WHERE "+where, args, &n)
	return n, err
}

// AdminPerson returns one account as the list of the console shows it.
func (v *View) AdminPerson(id UserID) (*PersonRow, error) {
	f := PeopleFilter{}
	_, args := f.where(v)
	all, err := listRows(v, scanPerson, "SELECT "+personColumns+", '' FROM users u WHERE u.id = ?4", append(args, id)...)
	if err == nil && len(all) == 0 {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// PersonSpace is a workspace of a person, for the console.
type PersonSpace struct {
	ID      SpaceID
	Title   string
	Role    string
	Storage int64 // bytes of the workspace
	Drive   int64 // bytes of their My Drive, without versions
}

// PersonSpaces returns the workspaces of a person, oldest first.
func (v *View) PersonSpaces(id UserID) ([]PersonSpace, error) {
	return listRows(v, func(r *sql.Rows, s *PersonSpace) error { return r.Scan(&s.ID, &s.Title, &s.Role, &s.Storage, &s.Drive) },
		`SELECT s.id, s.title, m.role, s.storage_used, n.size FROM members m JOIN spaces s ON s.id = m.space_id
		JOIN nodes n ON n.id = m.my_root_id WHERE m.user_id = ? AND s.deleted_at IS NULL ORDER BY s.id`, id)
}

// IsLastAdministrator reports whether no other living account administers the console.
func (v *View) IsLastAdministrator(id UserID) (bool, error) {
	var n int
	err := v.scanRow(`SELECT count(*) FROM users WHERE staff_role = 'administrator' AND disabled_at IS NULL AND erased_at IS
		NULL AND id <> ?`,
		[]any{id}, &n)
	return n == 0, err
}

// InvoicesOfUser returns a part of the invoices of a buyer, drafts and trials too, newest first.
func (v *View) InvoicesOfUser(id UserID, s Slice) ([]Invoice, []any, error) {
	return v.invoices(s, "i.user_id = ?", id)
}

// OrdersOfUser returns the invoices of a buyer that are more than a draft, without trials, newest first.
func (v *View) OrdersOfUser(id UserID, s Slice) ([]Invoice, []any, error) {
	return v.invoices(s, "i.user_id = ? AND "+isIssued, id)
}

// CountOrdersOfUser counts what OrdersOfUser lists.
func (v *View) CountOrdersOfUser(id UserID) (int64, error) {
	var n int64
	err := v.scanRow("SELECT count(*) FROM invoices i WHERE i.user_id = ? AND "+isIssued, []any{id}, &n)
	return n, err
}

// UpdateUserDisabled keeps a user from signing in, or lets them again. A disabled account has no
// tokens for programs: they are removed.
// home: app/identity/accounts
func (tx *Tx) UpdateUserDisabled(id UserID, disabled bool) error {
	if !disabled {
		return tx.execOne("UPDATE users SET disabled_at = NULL WHERE id = ?", id)
	}
	return errors.Join(tx.execOne("UPDATE users SET disabled_at = coalesce(disabled_at, ?) WHERE id = ?", toMillis(tx.Now), id),
		tx.exec("DELETE FROM api_tokens WHERE user_id = ?", id))
}

// Erasure is an account that is being erased.
type Erasure struct {
	User    UserID
	By      UserID // 0 for the shell
	State   string
	Problem string // of the last try
	Done    time.Time
}

// The steps of an erasure.
const (
	EraseLeaving = "leaving" // workspaces, with My Drive; then name, address, and all ways to sign in
	EraseDone    = "done"
)

func scanErasure(r *sql.Rows, e *Erasure) error {
	return r.Scan(&e.User, &e.By, &e.State, &e.Problem, timeScanner{&e.Done})
}

const erasureColumns = "user_id, by_id, state, problem, done_at"

// OpenErasures returns the erasures that are not done.
func (v *View) OpenErasures() ([]Erasure, error) {
	return listRows(v, scanErasure, "SELECT "+erasureColumns+" FROM erasures WHERE done_at IS NULL ORDER BY created_at")
}

// ErasureOf returns the erasure of a user; ErrNotFound for none.
func (v *View) ErasureOf(id UserID) (*Erasure, error) {
	var e Erasure
	return &e, v.scanRow("SELECT "+erasureColumns+" FROM erasures WHERE user_id = ?", []any{id}, &e.User, &e.By, &e.State, &e.Problem,
		timeScanner{&e.Done})
}

// UpsertErasure begins an erasure, or stores how far it came.
// home: app/identity/accounts
func (tx *Tx) UpsertErasure(e *Erasure) error {
	var done any
	if e.State == EraseDone {
		done = toMillis(tx.Now)
	}
	return tx.exec(`INSERT INTO erasures (user_id, by_id, state, problem, created_at, done_at) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (user_id) DO UPDATE SET state = excluded.state, problem = excluded.problem, done_at = excluded.done_at`,
		e.User, int64(e.By), e.State, e.Problem, toMillis(tx.Now), done)
}

// EraseUser removes all that is known of a user, also as the recipient of messages and
// invitations and as a visitor of links and boxes. The row stays for files, events, tickets and
// invoices that refer to it; email is an address that does not exist.
// home: app/identity/accounts
func (tx *Tx) EraseUser(id UserID, email string) error {
	tx.touchAllListings()
	u, err := tx.UserByID(id)
	if err != nil {
		return err
	}
	for contact, proven := range map[string]bool{
		u.PendingEmail: false, u.PendingMobile: false, u.Email: u.EmailValidated, u.Mobile: u.MobileValidated,
	} {
		if contact == "" {
			continue
		}
		if err := tx.deleteContact(id, contact, email, proven); err != nil {
			return err
		}
	}
	if err := tx.deleteUse(id); err != nil {
		return err
	}
	return tx.execOne(`UPDATE users SET email = ?, mobile = NULL, password = '', first_name = '', last_name = '', staff_role = '',
		is_email_validated = 0, is_mobile_validated = 0, pending_email = '', pending_mobile = '', avatar = NULL, avatar_type = '',
		erased_at = ? WHERE id = ?`, email, toMillis(tx.Now), id)
}

// deleteUse removes what a user left behind by using the product.
func (tx *Tx) deleteUse(id UserID) error {
	for _, table := range []string{"devices", "one_time_tokens", "favorites", "recents", "undos", "bucket_accounts"} {
		if err := tx.exec("DELETE FROM "+table+" WHERE user_id = ?", id); err != nil {
			return err
		}
	}
	if err := tx.exec("UPDATE sessions SET device = '', address = '' WHERE user_id = ?", id); err != nil {
		return err
	}
	if err := tx.exec("UPDATE imports SET state = 'forgotten', sealed = NULL, ended_at = 1 WHERE user_id = ?", id); err != nil {
		return err
	}
	return tx.exec("UPDATE activities SET name = '' WHERE target_id = ? AND kind = 'member'", id)
}

// deleteContact removes an address or number from every other table that holds it. What others
// wrote, such as the addresses that a link is limited to, stays. One that was not proven may be
// somebody else's: what waits for it goes on.
func (tx *Tx) deleteContact(id UserID, contact, instead string, proven bool) error {
	if err := tx.exec("UPDATE guests SET email = ? WHERE email = ? AND user_id = ?", instead, contact, id); err != nil {
		return err
	}
	if err := tx.exec(`UPDATE messages SET recipient = '', subject = '', text = '', html = '', shown = '', reply_to = '', error = '',
		state = iif(state IN (0, 3), ?1, state) WHERE recipient = ?2 AND (?3 OR state NOT IN (0, 3))`, MessageCanceled, contact,
		proven); err != nil || !proven {
		return err
	}
	for _, q := range []string{
		"DELETE FROM invitations WHERE email = ?1",
		"DELETE FROM member_invites WHERE email = ?1",
		"DELETE FROM guests WHERE email = ?1 AND user_id IS NULL",
		"DELETE FROM codes WHERE email = ?1",
		"UPDATE link_openings SET email = '' WHERE email = ?1",
		"UPDATE box_visitors SET email = '', name = '' WHERE email = ?1",
	} {
		if err := tx.exec(q, contact); err != nil {
			return err
		}
	}
	return nil
}
