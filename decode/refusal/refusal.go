// Package refusal holds the reasons for which a document is not changed, though it can be read. They travel from a
// decoder to the server as one byte.
package refusal

import "fmt"

// Code is a reason.
type Code byte

// The reasons.
const (
	Unreadable  Code = iota + 1 // damaged, or another kind of document
	Macros                      // programs, whose signature or meaning a change would break
	Signed                      // a change would void the signature
	Encrypted                   // its bytes cannot be read without a password
	Protected                   // its author locked it
	TooLarge                    // beyond what an editor here can hold
	Invalid                     // what the editor sent fits neither the rules nor the document
	Structure                   // rows or columns would be moved within a table, a pivot table or an array of formulas
	Unsupported                 // a form that can be shown, such as strict Open XML
)

var names = map[Code]string{
	Unreadable: "unreadable", Macros: "macros", Signed: "signed", Encrypted: "encrypted", Protected: "protected",
	TooLarge: "too_large", Invalid: "invalid", Structure: "structure",
	Unsupported: "unsupported",
}

// IsKnown reports whether the code is one of the reasons: a decoder may send any byte.
func (c Code) IsKnown() bool { return names[c] != "" }

// String returns the reason as a word.
func (c Code) String() string { return names[c] }

// Error is a refusal with what is wrong, for the log.
type Error struct {
	Code Code
	Why  string
}

// Error implements error.
func (e *Error) Error() string { return e.Code.String() + ": " + e.Why }

// New returns a refusal.
func New(c Code, format string, args ...any) *Error { return &Error{c, fmt.Sprintf(format, args...)} }
