package cli

import (
	"strings"
	"testing"
	"time"
)

func exampleTable() *table {
	t := &table{heads: []string{"ID", "TITLE", ">USED", ">LIMIT", "SINCE"}}
	at := time.Date(2026, 11, 20, 14, 5, 9, 0, time.FixedZone("", 3600))
	t.add("a1", "مالی‌ها", size(1503238553), sizeLimit(0), moment{at, "never"})
	t.add("b22", "x\ty\x1b[2J\u202e", size(900), sizeLimit(5<<30), moment{time.Time{}, "never"})
	return t
}

func TestPeopleReadHeadsAndSizes(t *testing.T) {
	local := time.Local
	time.Local = time.UTC
	defer func() { time.Local = local }()
	var out strings.Builder
	if err := exampleTable().write(&out, true); err != nil {
		t.Fatal(err)
	}
	want := "ID   TITLE       USED   LIMIT  SINCE\n" +
		"a1   مالی‌ها    1.4 GB    none  2026-11-20 13:05\n" +
		"b22  x y [2J    900 B  5.0 GB  never\n"
	if out.String() != want {
		t.Errorf("got\n%s\nnot\n%s", out.String(), want)
	}
}

func TestProgramsReadFields(t *testing.T) {
	var out strings.Builder
	if err := exampleTable().write(&out, false); err != nil {
		t.Fatal(err)
	}
	want := "a1\tمالی‌ها\t1503238553\t0\t2026-11-20T13:05:09Z\nb22\tx y [2J \t900\t5368709120\t-\n"
	if out.String() != want {
		t.Errorf("got\n%q\nnot\n%q", out.String(), want)
	}
}
