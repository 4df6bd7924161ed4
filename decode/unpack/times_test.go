package unpack_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"anbar/app/base/calendar"
)

// timed is a zip with one file, whose time stands in the DOS fields and in extra fields.
func timed(t *testing.T, dos time.Time, extra []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: "x.txt", Extra: extra}
	if !dos.IsZero() {
		//lint:ignore SA1019 Modified would add an extra field of its own
		h.ModifiedDate = uint16((dos.Year()-1980)<<9 | int(dos.Month())<<5 | dos.Day())
		//lint:ignore SA1019 as above
		h.ModifiedTime = uint16(dos.Hour()<<11 | dos.Minute()<<5 | dos.Second()/2)
	}
	out, err := w.CreateRaw(h)
	if err == nil {
		_, err = out.Write(nil)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unixExtra(seconds int64) []byte {
	return binary.LittleEndian.AppendUint32([]byte{0x55, 0x54, 5, 0, 1}, uint32(seconds))
}

func ntfsExtra(at time.Time) []byte {
	le := binary.LittleEndian
	b := []byte{0x0a, 0, 32, 0, 0, 0, 0, 0, 1, 0, 24, 0}
	ticks := uint64(at.Unix()+11_644_473_600) * 1e7
	return le.AppendUint64(le.AppendUint64(le.AppendUint64(b, ticks), ticks), ticks)
}

// TestTimesOfArchives reads dates of every kind. DOS fields are local time, and tell which century 32 bits mean.
func TestTimesOfArchives(t *testing.T) {
	at := func(y int, m time.Month, d, h int) time.Time { return time.Date(y, m, d, h, 20, 10, 0, time.UTC) }
	local := func(y int, m time.Month, d, h int) time.Time {
		return time.Date(y, m, d, h, 20, 10, 0, calendar.Tehran)
	}
	earliest := local(1980, 1, 1, 0)
	endless := append(ntfsExtra(earliest)[:12], bytes.Repeat([]byte{255}, 24)...)
	for name, c := range map[string]struct {
		b    []byte
		want time.Time // zero for none
	}{
		"DOS alone":               {timed(t, local(2024, 7, 1, 14), nil), local(2024, 7, 1, 14)},
		"DOS in the evening":      {timed(t, local(2024, 7, 1, 23), nil), at(2024, 7, 1, 19).Add(30 * time.Minute)},
		"DOS in its last year":    {timed(t, local(2107, 12, 31, 9), nil), local(2107, 12, 31, 9)},
		"nothing":                 {timed(t, time.Time{}, nil), time.Time{}},
		"before 1970":             {timed(t, earliest, unixExtra(at(1969, 6, 1, 12).Unix())), at(1969, 6, 1, 12)},
		"1901":                    {timed(t, earliest, unixExtra(at(1902, 1, 1, 0).Unix())), at(1902, 1, 1, 0)},
		"the beginning of 1970":   {timed(t, earliest, unixExtra(0)), time.Unix(0, 0)},
		"2024":                    {timed(t, local(2024, 7, 1, 14), unixExtra(at(2024, 7, 1, 10).Unix())), at(2024, 7, 1, 10)},
		"2050 in 32 bits":         {timed(t, local(2050, 1, 1, 12), unixExtra(at(2050, 1, 1, 8).Unix())), at(2050, 1, 1, 8)},
		"32 bits without DOS":     {timed(t, time.Time{}, unixExtra(-86400)), time.Unix(-86400, 0)},
		"NTFS of 1601":            {timed(t, earliest, ntfsExtra(at(1601, 1, 2, 0))), at(1601, 1, 2, 0)},
		"NTFS of 2150":            {timed(t, local(2107, 12, 31, 9), ntfsExtra(at(2150, 1, 1, 0))), at(2150, 1, 1, 0)},
		"NTFS beyond every year":  {timed(t, local(2024, 7, 1, 14), endless), local(2024, 7, 1, 14)},
		"an extra that is cut":    {timed(t, local(2024, 7, 1, 14), []byte{0x55, 0x54, 3, 0, 1, 0, 0}), local(2024, 7, 1, 14)},
		"tar before 1970":         {datedTar(t, at(1969, 6, 1, 12)), at(1969, 6, 1, 12)},
		"tar, beginning of 1970":  {datedTar(t, time.Unix(0, 0)), time.Unix(0, 0)},
		"tar of 9999":             {datedTar(t, at(9999, 12, 31, 23)), at(9999, 12, 31, 23)},
		"tar of the second year":  {datedTar(t, at(2, 1, 1, 0)), at(2, 1, 1, 0)},
		"tar beyond every year":   {datedTar(t, time.Unix(1<<40, 0)), time.Time{}},
		"tar before the calendar": {datedTar(t, time.Unix(-1<<40, 0)), time.Time{}},
	} {
		entries, _, err := all(t, c.b, usual)
		if err != nil || len(entries) != 1 {
			t.Errorf("%s: %d entries, %v", name, len(entries), err)
			continue
		}
		e := entries[0]
		if e.Dated != !c.want.IsZero() || e.Dated && e.Modified != c.want.Unix() {
			t.Errorf("%s: %v (%v), want %v", name, time.Unix(e.Modified, 0).UTC(), e.Dated, c.want.UTC())
		}
	}
}

func datedTar(t *testing.T, at time.Time) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	err := w.WriteHeader(&tar.Header{Name: "x.txt", Mode: 0o644, ModTime: at, Format: tar.FormatPAX})
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
