package db

import "time"

// Promotion is a code with which users enlarge the storage of their own workspace.
type Promotion struct {
	Code      string // upper case
	Storage   int64  // bytes
	Uses      int64  // how often it may be used; 0 means no limit
	Used      int64
	ExpiresAt time.Time // zero for never
}

// PromotionByCode returns the promotion of that code.
func (v *View) PromotionByCode(code string) (*Promotion, error) {
	p := Promotion{Code: code}
	return &p, v.scanRow("SELECT storage, uses, used, expires_at FROM promotions WHERE code = ?", []any{code}, &p.Storage, &p.Uses, &p.Used,
		timeScanner{&p.ExpiresAt})
}

// InsertPromotion makes a promotion; ErrExists when the code is taken.
// home: app/identity/promotions
func (tx *Tx) InsertPromotion(p *Promotion) error {
	return tx.exec("INSERT INTO promotions (code, storage, uses, created_at, expires_at) VALUES (?, ?, ?, ?, ?)", p.Code, p.Storage, p.Uses,
		toMillis(tx.Now), nullMillis(p.ExpiresAt))
}

// PromotionUse is the use of a promotion by a user.
type PromotionUse struct {
	Code    string
	Storage int64
	Space   SpaceID
	UsedAt  time.Time
}

// PromotionOf returns the promotion that the user used.
func (v *View) PromotionOf(user UserID) (*PromotionUse, error) {
	var u PromotionUse
	return &u, v.scanRow("SELECT p.code, p.storage, coalesce(u.space_id, 0), u.used_at FROM promotion_uses u "+
		"JOIN promotions p ON p.code = u.code WHERE u.user_id = ?", []any{user},
		&u.Code, &u.Storage, (*int64)(&u.Space), timeScanner{&u.UsedAt})
}

// InsertPromotionUse records and counts the use of a promotion; ErrNotFound when Uses
// is reached, ErrExists when the user used a promotion before.
// home: app/identity/promotions
func (tx *Tx) InsertPromotionUse(user UserID, code string, space SpaceID) error {
	if err := tx.exec("INSERT INTO promotion_uses (user_id, code, space_id, used_at) VALUES (?, ?, ?, ?)", user, code, space,
		toMillis(tx.Now)); err != nil {
		return err
	}
	return tx.execOne("UPDATE promotions SET used = used + 1 WHERE code = ? AND (uses = 0 OR used < uses)", code)
}
