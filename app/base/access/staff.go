package access

import "anbar/db"

// Area is a part of the staff console.
type Area string

// The areas of the console. None of them shows the contents of a workspace.
const (
	Overview   Area = "overview"   // what needs attention, health, the one search
	People     Area = "people"     // accounts, and their security
	Workspaces Area = "workspaces" // their limits, owners and storage
	Tickets    Area = "tickets"
	Money      Area = "money"    // plans, discounts, invoices, payments
	Outbox     Area = "outbox"   // mails and text messages
	System     Area = "system"   // jobs, log
	Settings   Area = "settings" // what may change while the appliance runs
	AuditLog   Area = "audit"
)

// Areas are all of them.
var Areas = []Area{Overview, People, Workspaces, Tickets, Money, Outbox, System, Settings, AuditLog}

// staffRights maps each role but that of an administrator, who may do everything, to the
// areas that it reads, and whether it changes them too.
var staffRights = map[db.StaffRole]map[Area]bool{
	db.Support: {Overview: false, People: true, Workspaces: false, Tickets: true, Outbox: true},
	db.Finance: {Overview: false, Workspaces: false, Tickets: true, Money: true}, // of tickets those of its department
	db.Auditor: {
		Overview: false, People: false, Workspaces: false, Tickets: false, Money: false, Outbox: false, System: false, Settings: false,
		AuditLog: false,
	},
}

// IsStaffRole reports whether there is such a role.
func IsStaffRole(role db.StaffRole) bool { return role == db.Administrator || staffRights[role] != nil }

// CanStaff reports whether the actor may read an area of the console, or change it.
func (who Actor) CanStaff(a Area, change bool) bool {
	if who.Staff == db.Administrator {
		return true
	}
	changes, reads := staffRights[who.Staff][a]
	return reads && (changes || !change)
}
