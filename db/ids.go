package db

import (
	"crypto/rand"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"
)

// ID names one row. It is a time-ordered 63-bit number in the database and a
// 13-character string everywhere else (JSON, paths, logs). The phantom
// parameter keeps the ids of different tables apart at compile time. The zero
// ID names nothing and is NULL in the database.
type ID[Table any] int64

type (
	userTable          struct{}
	sessionTable       struct{}
	spaceTable         struct{}
	nodeTable          struct{}
	versionTable       struct{}
	uploadTable        struct{}
	activityTable      struct{}
	fieldTable         struct{}
	undoTable          struct{}
	taskTable          struct{}
	roleTable          struct{}
	guestTable         struct{}
	visitorTable       struct{}
	openingTable       struct{}
	messageTable       struct{}
	deviceTable        struct{}
	passkeyTable       struct{}
	identityTable      struct{}
	apiTokenTable      struct{}
	planTable          struct{}
	paymentTable       struct{}
	refundTable        struct{}
	summaryTable       struct{}
	leaseTable         struct{}
	googleTable        struct{}
	chunkedUploadTable struct{}
	importTable        struct{}
	importLoginTable   struct{}

	ticketTable        struct{}
	ticketMessageTable struct{}
	ticketFileTable    struct{}
	cannedTextTable    struct{}
)

// The kinds of ids, one for each table that is named from outside.
type (
	UserID     = ID[userTable]
	SessionID  = ID[sessionTable]
	SpaceID    = ID[spaceTable]
	NodeID     = ID[nodeTable]
	VersionID  = ID[versionTable]
	UploadID   = ID[uploadTable]
	ActivityID = ID[activityTable]
	FieldID    = ID[fieldTable]
	UndoID     = ID[undoTable]
	TaskID     = ID[taskTable]
	RoleID     = ID[roleTable]
	GuestID    = ID[guestTable]
	VisitorID  = ID[visitorTable]
	OpeningID  = ID[openingTable]
	MessageID  = ID[messageTable]
	DeviceID   = ID[deviceTable]
	PasskeyID  = ID[passkeyTable]
	IdentityID = ID[identityTable]
	TokenID    = ID[apiTokenTable]
	PlanID     = ID[planTable]
	PaymentID  = ID[paymentTable]
	RefundID   = ID[refundTable]
	SummaryID  = ID[summaryTable]
	LeaseID    = ID[leaseTable]
	GoogleID   = ID[googleTable]

	ChunkUploadID = ID[chunkedUploadTable]
	ImportID      = ID[importTable]
	ImportLoginID = ID[importLoginTable]

	TicketID        = ID[ticketTable]
	TicketMessageID = ID[ticketMessageTable]
	TicketFileID    = ID[ticketFileTable]
	CannedTextID    = ID[cannedTextTable]
)

// ErrBadID reports a string that is not the text form of an ID.
var ErrBadID = errors.New("db: not an id")

const (
	idEpoch  = 1704067200000 // 2024-01-01T00:00:00Z in Unix milliseconds
	idDigits = 13
	alphabet = "0123456789abcdefghjkmnpqrstvwxyz" // Crockford's base 32
)

var idState struct {
	sync.Mutex
	last int64
}

// NewID returns a new number for an ID; convert it to the kind that is needed. It is
// larger than every number this process made before. The low 22 bits are random, so
// that two processes hardly ever make the same one.
func NewID() int64 {
	var b [4]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic(err) // crypto/rand never fails on the systems we build for
	}
	r := int64(binary.LittleEndian.Uint32(b[:]))
	idState.Lock()
	defer idState.Unlock()
	next := (time.Now().UnixMilli()-idEpoch)<<22 | r&(1<<22-1)
	if next <= idState.last {
		next = idState.last + 1 + r&0xff
	}
	idState.last = next
	return next
}

// advancePast makes all later IDs larger than id, even if the clock was set back since id
// was made.
func advancePast(id int64) {
	idState.Lock()
	defer idState.Unlock()
	idState.last = max(idState.last, id)
}

// NewIDs reserves n numbers that follow each other and returns the first.
func NewIDs(n int) int64 {
	first := NewID()
	idState.Lock()
	defer idState.Unlock()
	first = max(first, idState.last+1)
	idState.last = first + int64(n)
	return first
}

// FirstIDAt is the smallest number that an ID made at t can have.
func FirstIDAt(t time.Time) int64 { return min(max(t.UnixMilli()-idEpoch, 0), 1<<41-1) << 22 }

// Time is when the ID was made.
func (id ID[T]) Time() time.Time { return time.UnixMilli(int64(id)>>22 + idEpoch).UTC() }

// String returns the 13-character text form.
func (id ID[T]) String() string {
	var b [idDigits]byte
	v := uint64(id)
	for i := idDigits - 1; i >= 0; i-- {
		b[i] = alphabet[v&31]
		v >>= 5
	}
	return string(b[:])
}

// AppendText appends the text form to b.
func (id ID[T]) AppendText(b []byte) ([]byte, error) { return append(b, id.String()...), nil }

// MarshalText implements encoding.TextMarshaler. The zero ID is empty.
func (id ID[T]) MarshalText() ([]byte, error) {
	if id == 0 {
		return []byte{}, nil
	}
	return []byte(id.String()), nil
}

// MarshalJSON implements json.Marshaler. The zero ID is null.
func (id ID[T]) MarshalJSON() ([]byte, error) {
	if id == 0 {
		return []byte("null"), nil
	}
	return []byte(`"` + id.String() + `"`), nil
}

// UnmarshalText implements encoding.TextUnmarshaler; it returns ErrBadID for
// anything that String would not have written. Empty text is the zero ID.
func (id *ID[T]) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*id = 0
		return nil
	}
	v, err := parseID(string(b))
	*id = ID[T](v)
	return err
}

func parseID(s string) (int64, error) {
	if len(s) != idDigits {
		return 0, ErrBadID
	}
	var v uint64
	for i := range len(s) {
		d := digitOf(s[i])
		if d < 0 || v>>58 != 0 {
			return 0, ErrBadID
		}
		v = v<<5 | uint64(d)
	}
	if v == 0 || v > 1<<63-1 {
		return 0, ErrBadID
	}
	return int64(v), nil
}

func digitOf(c byte) int {
	for i := range len(alphabet) {
		if alphabet[i] == c {
			return i
		}
	}
	return -1
}

// Value implements driver.Valuer.
func (id ID[T]) Value() (driver.Value, error) {
	if id == 0 {
		return nil, nil
	}
	return int64(id), nil
}

// Scan implements sql.Scanner.
func (id *ID[T]) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*id = 0
	case int64:
		*id = ID[T](v)
	default:
		return fmt.Errorf("db: cannot scan %T into an id", v)
	}
	return nil
}

// Hash is the BLAKE3-256 of a blob, under which the blob store keeps it.
type Hash [32]byte

// String returns the hash as 64 lower-case hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// IsZero reports whether h names nothing.
func (h Hash) IsZero() bool { return h == Hash{} }

// MarshalText implements encoding.TextMarshaler. The zero hash is empty.
func (h Hash) MarshalText() ([]byte, error) {
	if h.IsZero() {
		return []byte{}, nil
	}
	return []byte(h.String()), nil
}

// Value implements driver.Valuer; the zero hash is NULL.
func (h Hash) Value() (driver.Value, error) {
	if h.IsZero() {
		return nil, nil
	}
	return h[:], nil
}

// Scan implements sql.Scanner.
func (h *Hash) Scan(v any) error {
	switch v := v.(type) {
	case nil:
		*h = Hash{}
		return nil
	case []byte:
		if len(v) == len(h) {
			copy(h[:], v)
			return nil
		}
	}
	return fmt.Errorf("db: cannot scan %T into a hash", v)
}
