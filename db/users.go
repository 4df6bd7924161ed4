package db

import (
	"database/sql"
	"encoding/json"
	"strings"
	"time"
)

// StaffRole is what a user may do in the staff console. It is empty for a user who may not
// enter it.
type StaffRole string

// The roles of staff.
const (
	Administrator StaffRole = "administrator" // everything
	Support       StaffRole = "support"       // tickets and people
	Finance       StaffRole = "finance"       // money
	Auditor       StaffRole = "auditor"       // reads everything and changes nothing
)

// User is a person with an account.
type User struct {
	ID              UserID
	Email, Mobile   string // empty when there is none
	Password        string // PHC form; empty when there is none
	FirstName       string
	LastName        string
	Language        string // fa or en
	Theme           string // light, dark, or empty for the theme of the device
	Onboarded       bool   // has seen the tour
	Staff           StaffRole
	EmailValidated  bool
	MobileValidated bool
	PendingEmail    string // becomes Email when it is verified
	PendingMobile   string
	Avatar          Hash // zero when there is none
	CreatedAt       time.Time
	DisabledAt      time.Time // by staff: they cannot sign in; zero for most
	ErasedAt        time.Time // only the row is left of them; zero for most
}

const userColumns = "id, coalesce(email, ''), coalesce(mobile, ''), password, first_name, last_name, language, theme, onboarded, " +
	"staff_role, is_email_validated, is_mobile_validated, pending_email, pending_mobile, avatar, created_at, " +
	"disabled_at, erased_at"

func (u *User) fields() []any {
	return []any{
		&u.ID, &u.Email, &u.Mobile, &u.Password, &u.FirstName, &u.LastName, &u.Language, &u.Theme, &u.Onboarded, &u.Staff,
		&u.EmailValidated, &u.MobileValidated, &u.PendingEmail, &u.PendingMobile, &u.Avatar, timeScanner{&u.CreatedAt},
		timeScanner{&u.DisabledAt}, timeScanner{&u.ErasedAt},
	}
}

// UserByID returns the user of that id.
func (v *View) UserByID(id UserID) (*User, error) {
	var u User
	return &u, v.scanRow("SELECT "+userColumns+" FROM users WHERE id = ?", []any{id}, u.fields()...)
}

// Account is a user with the further fields of their own profile.
type Account struct {
	User
	Promotion   string   // code that they used; empty for none
	Methods     []string // of their second step, by name
	StaticCodes int      // number of unused backup codes
}

// AccountByID returns the account of the user of that id.
func (v *View) AccountByID(id UserID) (*Account, error) {
	var a Account
	var methods string
	err := v.scanRow("SELECT "+userColumns+`, coalesce((SELECT code FROM promotion_uses WHERE user_id = u.id), ''),
		coalesce((SELECT group_concat(method, ' ') FROM two_factors WHERE user_id = u.id), ''),
		(SELECT count(*) FROM static_codes WHERE user_id = u.id AND used_at IS NULL) FROM users u WHERE id = ?`, []any{id},
		append(a.fields(), &a.Promotion, &methods, &a.StaticCodes)...)
	a.Methods = strings.Fields(methods)
	return &a, err
}

// UserByLogin returns the user whose email address (lower case) or mobile
// number is login.
func (v *View) UserByLogin(login string) (*User, error) {
	var u User
	return &u, v.scanRow("SELECT "+userColumns+" FROM users WHERE email = ?1 OR mobile = ?1", []any{login}, u.fields()...)
}

// Users returns all users, oldest first.
func (v *View) Users() ([]User, error) {
	return listRows(v, func(r *sql.Rows, u *User) error { return r.Scan(u.fields()...) }, "SELECT "+userColumns+" FROM users ORDER BY id")
}

// AnyUser reports whether any account exists.
func (v *View) AnyUser() (bool, error) {
	var n int
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM users)", nil, &n)
	return n == 1, err
}

// Person is the name of a user, to show as the author of a change.
type Person struct {
	ID        UserID
	FirstName string
	LastName  string
}

// People returns the names of the users of those ids.
func (v *View) People(ids []UserID) (map[UserID]Person, error) {
	numbers := make([]int64, len(ids))
	for i, id := range ids {
		numbers[i] = int64(id)
	}
	set, err := json.Marshal(numbers)
	if err != nil {
		return nil, err
	}
	all := make(map[UserID]Person, len(ids))
	for p, err := range eachRow(v, func(r *sql.Rows, p *Person) error { return r.Scan(&p.ID, &p.FirstName, &p.LastName) },
		"SELECT id, first_name, last_name FROM users WHERE id IN (SELECT value FROM json_each(?))", string(set)) {
		if err != nil {
			return nil, err
		}
		all[p.ID] = p
	}
	return all, nil
}

// InsertUser makes an account; ErrExists when the address or number is taken.
// home: app/identity/accounts
func (tx *Tx) InsertUser(u *User) error {
	return tx.exec(`INSERT INTO users (id, email, mobile, password, first_name, last_name, language, staff_role, is_email_validated,
		is_mobile_validated, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		u.ID, nullText(u.Email), nullText(u.Mobile), u.Password, u.FirstName, u.LastName, u.Language, u.Staff, u.EmailValidated,
		u.MobileValidated,
		toMillis(tx.Now))
}

// UpdateUserPassword replaces the password, in PHC form.
// home: app/identity/accounts
func (tx *Tx) UpdateUserPassword(id UserID, password string) error {
	return tx.execOne("UPDATE users SET password = ? WHERE id = ?", password, id)
}

// UpdateUserProfile replaces the names and the language.
// home: app/identity/accounts
func (tx *Tx) UpdateUserProfile(id UserID, first, last, language string) error {
	tx.touchAllListings()
	return tx.execOne("UPDATE users SET first_name = ?, last_name = ?, language = ? WHERE id = ?", first, last, language, id)
}

// UpdateUserAppearance replaces the theme, and whether the user has seen the tour.
// home: app/identity/accounts
func (tx *Tx) UpdateUserAppearance(id UserID, theme string, onboarded bool) error {
	return tx.execOne("UPDATE users SET theme = ?, onboarded = ? WHERE id = ?", theme, onboarded, id)
}

// UpdateUserPending stores a new address and a new number until they are verified;
// empty for no change.
// home: app/identity/accounts
func (tx *Tx) UpdateUserPending(id UserID, email, mobile string) error {
	return tx.execOne("UPDATE users SET pending_email = ?, pending_mobile = ? WHERE id = ?", email, mobile, id)
}

// UpdateUserContact replaces the address and the number, whether they are verified,
// and the pending ones; ErrExists when another user has one of them.
// home: app/identity/accounts
func (tx *Tx) UpdateUserContact(u *User) error {
	return tx.execOne("UPDATE users SET email = ?, mobile = ?, is_email_validated = ?, is_mobile_validated = ?, pending_email = ?, "+
		"pending_mobile = ? WHERE id = ?",
		nullText(u.Email), nullText(u.Mobile), u.EmailValidated, u.MobileValidated, u.PendingEmail, u.PendingMobile, u.ID)
}

// UpdateUserAvatar replaces the picture; the zero hash removes it.
// home: app/identity/accounts
func (tx *Tx) UpdateUserAvatar(id UserID, h Hash, contentType string) error {
	return tx.execOne("UPDATE users SET avatar = ?, avatar_type = ? WHERE id = ?", h, contentType, id)
}

// UserAvatar returns the picture of a user and its type; ErrNotFound when there is
// none.
func (v *View) UserAvatar(id UserID) (Hash, string, error) {
	var h Hash
	var typ string
	err := v.scanRow("SELECT avatar, avatar_type FROM users WHERE id = ? AND avatar IS NOT NULL", []any{id}, &h, &typ)
	return h, typ, err
}

// HasPasskeys reports whether the user has a passkey.
func (v *View) HasPasskeys(id UserID) (bool, error) {
	var n int
	err := v.scanRow("SELECT EXISTS (SELECT 1 FROM passkeys WHERE user_id = ?)", []any{id}, &n)
	return n == 1, err
}

// DeleteCredentials removes all credentials of the user except the password: passkeys,
// second steps, backup codes, accounts at providers and API tokens.
// home: app/identity/accounts
func (tx *Tx) DeleteCredentials(id UserID) error {
	for _, table := range []string{"passkeys", "two_factors", "static_codes", "identities", "api_tokens"} {
		if err := tx.exec("DELETE FROM "+table+" WHERE user_id = ?", id); err != nil {
			return err
		}
	}
	return nil
}

// UpdateUserStaff sets what the user may do in the staff console.
// home: app/identity/accounts
func (tx *Tx) UpdateUserStaff(id UserID, role StaffRole) error {
	return tx.execOne("UPDATE users SET staff_role = ? WHERE id = ?", role, id)
}

// Invitation allows a person to sign up when sign-up is by invitation only.
type Invitation struct {
	Email     string
	By        UserID // 0 for the shell
	ExpiresAt time.Time
}

// InvitationByCode returns the invitation whose code has that SHA-256.
func (v *View) InvitationByCode(sum []byte) (*Invitation, error) {
	var i Invitation
	return &i, v.scanRow("SELECT email, coalesce(invited_by, 0), expires_at FROM invitations WHERE code = ?", []any{sum}, &i.Email, &i.By,
		timeScanner{&i.ExpiresAt})
}

// InvitationsTo returns the unexpired invitations of an address.
func (v *View) InvitationsTo(email string) ([]Invitation, error) {
	return listRows(v, func(r *sql.Rows, i *Invitation) error { return r.Scan(&i.Email, &i.By, timeScanner{&i.ExpiresAt}) },
		"SELECT email, coalesce(invited_by, 0), expires_at FROM invitations WHERE email = ? AND expires_at >= ?", email, toMillis(v.Now))
}

// IsInvitedInto reports whether an address is invited into a workspace of that owner.
func (v *View) IsInvitedInto(email string, owner UserID) (bool, error) {
	var is bool
	err := v.scanRow(`SELECT EXISTS (SELECT 1 FROM member_invites m JOIN spaces s ON s.id = m.space_id
		WHERE m.email = ? AND s.owner_id = ? AND s.deleted_at IS NULL AND s.frozen_at IS NULL)`, []any{email, owner}, &is)
	return is, err
}

// InsertInvitation stores an invitation; sum is the SHA-256 of its code, and by is 0 for the shell. withItem says that it was mailed
// with an invitation into a space or to an item.
// home: app/identity/invitations
func (tx *Tx) InsertInvitation(sum []byte, email string, by UserID, withItem bool, expires time.Time) error {
	return tx.exec("INSERT INTO invitations (code, email, invited_by, with_item, created_at, expires_at) "+
		"VALUES (?, ?, nullif(?, 0), ?, ?, ?)", sum, email, by, withItem, toMillis(tx.Now), toMillis(expires))
}

// DeleteInvitation removes an invitation; ErrNotFound when it does not exist.
// home: app/identity/invitations
func (tx *Tx) DeleteInvitation(sum []byte) error {
	return tx.execOne("DELETE FROM invitations WHERE code = ?", sum)
}

// DeleteNeedlessInvitations removes the invitations of an address that were mailed with one into a space or to an item, once none of
// these is pending.
// home: app/identity/invitations
func (tx *Tx) DeleteNeedlessInvitations(email string) error {
	return tx.exec(`DELETE FROM invitations WHERE email = ?1 AND with_item = 1
		AND NOT EXISTS (SELECT 1 FROM member_invites WHERE email = ?1)
		AND NOT EXISTS (SELECT 1 FROM guests WHERE email = ?1 AND user_id IS NULL)`, email)
}

// DeleteInvitationsTo removes the unexpired invitations of an address; ErrNotFound
// when there is none.
// home: app/identity/invitations
func (tx *Tx) DeleteInvitationsTo(email string) error {
	return tx.execOne("DELETE FROM invitations WHERE email = ? AND expires_at >= ?", email, toMillis(tx.Now))
}
