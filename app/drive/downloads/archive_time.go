package downloads

import (
	"encoding/binary"
	"time"

	"anbar/app/base/calendar"
)

// timeLen is the length of the extra field with the time; 0 without one.
func (e *entry) timeLen() int {
	if e.modified != int64(int32(e.modified)) {
		return 0 // programs would read a time of another century; the DOS field stays
	}
	return 9
}

// appendTime is the extra field with the time in seconds.
func (e *entry) appendTime(b []byte) []byte {
	if e.timeLen() == 0 {
		return b
	}
	le := binary.LittleEndian
	b = append(le.AppendUint16(le.AppendUint16(b, timeExtra), 5), 1)
	return le.AppendUint32(b, uint32(e.modified))
}

// dosTime is a time in the form of 1980, by the clocks of Tehran: the form has no zone, and programs read it
// as local time.
func dosTime(t time.Time) (date, clock uint16) {
	switch t = t.In(calendar.Tehran); {
	case t.Year() < 1980:
		t = time.Date(1980, 1, 1, 0, 0, 0, 0, calendar.Tehran)
	case t.Year() > 2107:
		t = time.Date(2107, 12, 31, 23, 59, 58, 0, calendar.Tehran)
	}
	return uint16((t.Year()-1980)<<9 | int(t.Month())<<5 | t.Day()), uint16(t.Hour()<<11 | t.Minute()<<5 | t.Second()/2)
}
