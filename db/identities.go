package db

import (
	"database/sql"
	"time"
)

// Identity connects a user with an account at an OpenID Connect provider.
type Identity struct {
	ID        IdentityID
	User      UserID
	Provider  string // its name in the configuration
	Issuer    string
	Subject   string
	Email     string // as the provider told it last
	CreatedAt time.Time
	UsedAt    time.Time
}

const identityColumns = "id, user_id, provider, issuer, subject, email, created_at, used_at"

func (i *Identity) fields() []any {
	return []any{&i.ID, &i.User, &i.Provider, &i.Issuer, &i.Subject, &i.Email, timeScanner{&i.CreatedAt}, timeScanner{&i.UsedAt}}
}

// IdentityBySubject returns the account that an issuer calls subject.
func (v *View) IdentityBySubject(issuer, subject string) (*Identity, error) {
	var i Identity
	return &i, v.scanRow("SELECT "+identityColumns+" FROM identities WHERE issuer = ? AND subject = ?", []any{issuer,
		subject}, i.fields()...)
}

// IdentitiesOf returns the accounts at providers that a user signs in with, by
// the providers' names.
func (v *View) IdentitiesOf(user UserID) ([]Identity, error) {
	return listRows(v, func(r *sql.Rows, i *Identity) error { return r.Scan(i.fields()...) },
		"SELECT "+identityColumns+" FROM identities WHERE user_id = ? ORDER BY provider", user)
}

// InsertIdentity connects an account at a provider; ErrExists when it is connected
// already, or the user has another one of that provider.
// home: app/identity/providers
func (tx *Tx) InsertIdentity(i *Identity) error {
	return tx.exec("INSERT INTO identities (id, user_id, provider, issuer, subject, email, created_at, used_at) "+
		"VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		i.ID, i.User, i.Provider, i.Issuer, i.Subject, i.Email, toMillis(tx.Now), toMillis(tx.Now))
}

// UpdateIdentityUsed records a sign-in with the identity and the address that the
// provider reported.
// home: app/identity/providers
func (tx *Tx) UpdateIdentityUsed(id IdentityID, email string) error {
	return tx.execOne("UPDATE identities SET used_at = ?, email = ? WHERE id = ?", toMillis(tx.Now), email, id)
}

// DeleteIdentity removes the connection and its IdentitySpaces.
// home: app/identity/providers
func (tx *Tx) DeleteIdentity(id IdentityID) error {
	return tx.execOne("DELETE FROM identities WHERE id = ?", id)
}

// IdentitySpace is a membership that a group at a provider gave.
type IdentitySpace struct {
	Space SpaceID
	Role  string
}

// IdentitySpaces returns the memberships that groups gave.
func (v *View) IdentitySpaces(id IdentityID) ([]IdentitySpace, error) {
	return listRows(v, func(r *sql.Rows, s *IdentitySpace) error { return r.Scan(&s.Space, &s.Role) },
		"SELECT space_id, role FROM identity_spaces WHERE identity_id = ?", id)
}

// UpsertIdentitySpace notes that a group gave a membership.
// home: app/identity/providers
func (tx *Tx) UpsertIdentitySpace(id IdentityID, s IdentitySpace) error {
	return tx.exec("INSERT INTO identity_spaces (identity_id, space_id, role) VALUES (?, ?, ?) "+
		"ON CONFLICT (identity_id, space_id) DO UPDATE SET role = excluded.role", id, s.Space, s.Role)
}

// DeleteIdentitySpace forgets that a group gave a membership.
// home: app/identity/providers
func (tx *Tx) DeleteIdentitySpace(id IdentityID, space SpaceID) error {
	return tx.execOne("DELETE FROM identity_spaces WHERE identity_id = ? AND space_id = ?", id, space)
}

// StaffSpaces returns the living spaces of that folded title which belong to administrators
// of the appliance.
func (v *View) StaffSpaces(titleKey string) ([]SpaceID, error) {
	return listRows(v, func(r *sql.Rows, id *SpaceID) error { return r.Scan(id) },
		"SELECT s.id FROM users u CROSS JOIN spaces s ON s.owner_id = u.id AND s.title_key = ? AND s.deleted_at IS NULL "+
			"WHERE u.staff_role <> '' AND u.staff_role = 'administrator'",
		titleKey)
}
