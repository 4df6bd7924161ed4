// Package audit records every security event of an account in an append-only log, in the
// transaction that causes it. It also mails the user about events that they must know at
// once.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"anbar/app/base/api"
	"anbar/app/base/mail"
	"anbar/db"
)

// Action names a kind of event. The user interface's dictionary has its text under the same
// name.
type Action string

// The events of an account.
const (
	AccountCreated    Action = "account_create"
	SignedIn          Action = "sign_in"             // Detail.Method
	SignInFailed      Action = "sign_in_failed"      // Detail.Method, Count
	SecondStepFailed  Action = "second_step_failed"  // Detail.Method
	SecondStepGuessed Action = "second_step_guessed" // so many wrong codes that the next ones have to wait
	SignedOut         Action = "sign_out"
	SessionsEnded     Action = "sessions_end" // Detail.Count
	TokenReused       Action = "refresh_token_reused"
	NewDevice         Action = "new_device"
	DeviceForgotten   Action = "device_forget"
	PasswordChanged   Action = "password_change"
	PasswordAsked     Action = "password_forgot"
	PasswordReset     Action = "password_reset"
	EmailVerified     Action = "email_verify"        // Detail.Email
	EmailChanged      Action = "email_change"        // Detail.Before, Email
	MobileVerified    Action = "mobile_verify"       // Detail.Mobile
	MobileChanged     Action = "mobile_change"       // Detail.Before, Mobile
	ContactLost       Action = "contact_lose"        // another account verified the address or number; Detail.Before, Name
	TwoFactorEnabled  Action = "two_factor_enable"   // Detail.Method
	TwoFactorDisabled Action = "two_factor_disable"  // Detail.Method
	StaticCodesMade   Action = "static_codes_create" // Detail.Count
	StaticCodeUsed    Action = "static_code_use"     // Detail.Count: left
	PasskeyAdded      Action = "passkey_add"         // Detail.Name
	PasskeyRemoved    Action = "passkey_remove"      // Detail.Name
	PasskeyCopied     Action = "passkey_copied"      // its counter went back; Detail.Name
	ProviderLinked    Action = "provider_link"       // Detail.Name, Email
	ProviderUnlinked  Action = "provider_unlink"     // Detail.Name
	GoogleLinked      Action = "google_link"         // for editing documents; Detail.Email
	GoogleUnlinked    Action = "google_unlink"       // Detail.Email
	APITokenMade      Action = "api_token_create"    // Detail.Name
	APITokenRevoked   Action = "api_token_revoke"    // Detail.Name
	DeviceConnected   Action = "device_connect"      // a sync app or a mounted drive; Detail.Name
	DeviceCut         Action = "device_disconnect"   // Detail.Name
	DeviceWipeAsked   Action = "device_wipe"         // Detail.Name
	DeviceWiped       Action = "device_wiped"        // by the device, which deleted its copies; Detail.Name
	StaffGiven        Action = "staff_give"          // Detail.Role
	StaffTaken        Action = "staff_take"
	DesktopAllowed    Action = "desktop_login"   // Detail.Name
	RightsGiven       Action = "group_role_give" // by a provider's group; Detail.Name is the workspace, Role
	RightsTaken       Action = "group_role_take" // Detail.Name
	PromotionUsed     Action = "promotion_use"   // Detail.Name
	LogExported       Action = "audit_export"    // by staff
	SellingChanged    Action = "selling_change"  // by staff
	PlanChanged       Action = "plan_change"     // by staff; Detail.Name
	DiscountChanged   Action = "discount_change" // by staff; Detail.Name
	PaymentConfirmed  Action = "payment_confirm" // by staff; Detail.Name is the invoice
	PaymentRefused    Action = "payment_refuse"  // by staff; Detail.Name
	PaymentRefunded   Action = "payment_refund"  // by staff; Detail.Name
	PaymentVoided     Action = "payment_void"    // by staff; Detail.Name
	SurplusReturned   Action = "surplus_return"  // by staff; Detail.Name

	PersonInvited    Action = "person_invite"    // by staff; Detail.Email
	AccountDisabled  Action = "account_disable"  // by staff
	AccountEnabled   Action = "account_enable"   // by staff
	SessionsClosed   Action = "sessions_close"   // by staff; Detail.Count
	SessionClosed    Action = "session_close"    // by staff; Detail.Name is the device
	TokenClosed      Action = "api_token_close"  // by staff; Detail.Name
	TwoFactorReset   Action = "two_factor_reset" // by staff
	PasswordLinkSent Action = "password_link"    // by staff
	FirstLinkMade    Action = "first_link"       // by staff
	PersonExported   Action = "person_export"    // by staff
	ErasureBegun     Action = "erase_begin"      // by staff
	PersonErased     Action = "person_erase"     // Detail.Count: workspaces that the account left

	// Of a workspace, in the log of its owner: Detail.Name is its title, Space its id.
	SpaceLimited    Action = "space_limit"
	LinkEnded       Action = "link_end" // by staff; Detail.Name is its id, Space
	BoxEnded        Action = "box_end"  // the same
	SpaceFrozen     Action = "space_freeze"
	SpaceUnfrozen   Action = "space_unfreeze"
	SpaceHandedOver Action = "space_hand_over" // Detail.Email: of the next owner
	SpaceDeleted    Action = "space_delete"
	SpaceRestored   Action = "space_restore"
	SpaceSummaries  Action = "space_summaries"   // by its owner; Detail.Method is the host that may get texts, empty for none
	SpacePlan       Action = "space_plan"        // Detail.Count: days
	SpacePlanChosen Action = "space_plan_choose" // Detail.Before, Method: the plans

	// Of the console.
	TicketAnswered  Action = "ticket_reply" // by staff, as all below; Detail.Name is the tracking code
	TicketNoted     Action = "ticket_note"
	TicketAssigned  Action = "ticket_assign"
	TicketMoved     Action = "ticket_department" // Detail.Before, Method: the departments
	TicketSolved    Action = "ticket_solve"
	TicketReopened  Action = "ticket_reopen"
	TicketMerged    Action = "ticket_merge"    // Detail.Before is the other code
	MailSetAside    Action = "mail_set_aside"  // by the server: it could not be read; Detail.Name is its UID, Reason
	CannedChanged   Action = "canned_change"   // Detail.Name is the title
	HolidaysChanged Action = "holidays_change" // Detail.Count
	MessageResent   Action = "message_resend"  // by staff; Detail.Name is the kind, Count how many
	MessageCanceled Action = "message_cancel"  // by staff; Detail.Name
	MessageTested   Action = "message_test"    // by staff; Detail.Email or Mobile
	JobStarted      Action = "job_run"         // by staff; Detail.Name
	SheetMade       Action = "sheet_make"      // by staff: a recovery sheet was shown; Detail.Name
	SheetConfirmed  Action = "sheet_confirm"   // by staff: it counts; Detail.Name
	SheetChecked    Action = "sheet_check"     // by staff
	CopiesResealed  Action = "copies_reseal"   // by staff
	SettingChanged  Action = "setting_change"  // by staff; Detail.Name
	SettingTested   Action = "setting_test"    // the same
)

// Detail holds the further data of an event.
type Detail struct {
	Method string `json:"method,omitempty"` // password, sms, totp, email, static, passkey, or a provider's name
	Name   string `json:"name,omitempty"`
	Role   string `json:"role,omitempty"`
	Email  string `json:"email,omitempty"`
	Mobile string `json:"mobile,omitempty"`
	Before string `json:"before,omitempty"`
	Count  int    `json:"count,omitempty"`
	Reason string `json:"reason,omitempty"` // that staff gave; only staff read it
	Space  string `json:"space,omitempty"`  // id of a workspace
}

// Event is something that happened to an account.
type Event struct {
	Action Action
	User   db.UserID // whose account it is
	By     db.UserID // the user who did it, when it was not User
	From   api.Origin
	Detail Detail
}

// notifiedActions are the events that the person is written to about.
var notifiedActions = map[Action]bool{
	NewDevice: true, TokenReused: true, SecondStepGuessed: true, PasswordChanged: true, PasswordReset: true, EmailChanged: true,
	MobileChanged: true, ContactLost: true, TwoFactorEnabled: true, TwoFactorDisabled: true, StaticCodesMade: true, StaticCodeUsed: true,
	PasskeyAdded: true, PasskeyRemoved: true, PasskeyCopied: true, ProviderLinked: true, ProviderUnlinked: true, APITokenMade: true,
	DeviceConnected: true, StaffGiven: true,
}

// isByStaff reports whether the account of the event belongs to another user than the one who acted.
func (e *Event) isByStaff() bool { return e.By != 0 && e.By != e.User }

// Log is the audit log of one appliance.
type Log struct {
	db  *db.DB
	url func() string

	mu      sync.Mutex
	pending []Event
}

// New makes the log. Mails lead to the pages of the product at url.
func New(d *db.DB, url func() string) *Log { return &Log{db: d, url: url} }

// Record adds an event to the log, in the transaction that causes it, and mails
// the person when they have to know.
func (l *Log) Record(tx *db.Tx, e Event) error {
	detail, err := json.Marshal(e.Detail)
	if err != nil {
		return fmt.Errorf("write an event of the audit log: %w", err)
	}
	if e.By == 0 && e.From != (api.Origin{}) {
		e.By = e.User
	}
	row := &db.AuditEvent{
		Action: string(e.Action), User: e.User, By: e.By, Address: e.From.Address, Device: e.From.Device, Detail: string(detail),
	}
	if err := tx.InsertAudit(row); err != nil || !notifiedActions[e.Action] {
		return err
	}
	return l.notifyUser(tx, e)
}

// notifyUser writes to the person at their proven address, or else to their proven
// number, if they have one.
func (l *Log) notifyUser(tx *db.Tx, e Event) error {
	u, err := tx.UserByID(e.User)
	if err != nil {
		return err
	}
	page := l.url() // empty in the shell, which does not know it
	if page != "" {
		page += "/account/settings?tab=security"
	}
	m := mail.Message{Language: u.Language, Kind: mail.Security, Data: mail.Data{
		URL: page, Event: string(e.Action), Title: e.Detail.Name, What: e.Detail.Method, Count: e.Detail.Count, Email: e.Detail.Email,
		Address: e.From.Address, Device: e.From.Device,
	}}
	if e.isByStaff() { // where staff sit is no business of the person
		m.Data.Address, m.Data.Device = "", ""
	}
	switch {
	case u.Email != "" && u.EmailValidated:
		m.To = u.Email
	case u.Mobile != "" && u.MobileValidated:
		m.Mobile = u.Mobile
	default:
		return nil
	}
	return mail.Enqueue(tx, m)
}

const maxPending = 1000

// RecordLater adds an event to the log soon. It is for events without a transaction, like a wrong
// password: the time of the answer must not reveal whether the account exists. Events
// without an account are dropped, and so are the newest when too many wait.
func (l *Log) RecordLater(e Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e.User != 0 && len(l.pending) < maxPending {
		l.pending = append(l.pending, e)
	}
}

// Flush writes the waiting events.
func (l *Log) Flush(ctx context.Context) error {
	l.mu.Lock()
	events := l.pending
	l.pending = nil
	l.mu.Unlock()
	if len(events) == 0 {
		return nil
	}
	return l.db.Update(ctx, func(tx *db.Tx) error {
		for _, e := range events {
			if err := l.Record(tx, e); err != nil {
				return err
			}
		}
		return nil
	})
}
