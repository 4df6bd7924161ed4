package db

import "encoding/json"

// BuyerOf returns the buyer on the next invoices of a space; ErrNotFound without one.
func (v *View) BuyerOf(space SpaceID) (json.RawMessage, error) {
	var buyer json.RawMessage
	err := v.scanRow("SELECT buyer FROM buyers WHERE space_id = ?", []any{int64(space)}, rawJSON{&buyer})
	return buyer, err
}

// LastBuyer returns the buyer on the newest invoice of a user that names one; ErrNotFound without one.
func (v *View) LastBuyer(user UserID) (json.RawMessage, error) {
	var buyer json.RawMessage
	err := v.scanRow("SELECT buyer FROM invoices WHERE user_id = ? AND state <> 'draft' AND "+
		"json_extract(buyer, '$.name') <> '' ORDER BY created_at DESC LIMIT 1", []any{user}, rawJSON{&buyer})
	return buyer, err
}

// PutBuyer keeps the buyer for the next invoices of a space.
// home: app/sales/billing
func (tx *Tx) PutBuyer(space SpaceID, buyer json.RawMessage) error {
	return tx.exec("INSERT INTO buyers (space_id, buyer) VALUES (?, ?) ON CONFLICT (space_id) DO UPDATE SET buyer = excluded.buyer",
		int64(space), string(buyer))
}

// deletePersonalBuyer forgets the buyer of a space unless it is a company.
func (tx *Tx) deletePersonalBuyer(space SpaceID) error {
	return tx.exec("DELETE FROM buyers WHERE space_id = ? AND json_extract(buyer, '$.kind') IS NOT 'company'", int64(space))
}

// DeleteBuyer forgets the buyer of a space.
// home: app/sales/billing
func (tx *Tx) DeleteBuyer(space SpaceID) error {
	return tx.exec("DELETE FROM buyers WHERE space_id = ?", int64(space))
}
