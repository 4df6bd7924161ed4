package providers

import (
	"os"
	"strings"
	"testing"
)

func TestASlipInTheSettingsIsNamed(t *testing.T) {
	good := `{"id":"work","title":{"fa":"کار","en":"Work"},"issuer":"https://id.example.org","client_id":"anbar"}`
	for list, want := range map[string]string{
		`[` + good + `]`: "",
		`[` + strings.Replace(good, "https://id.example.org", "http://127.0.0.1:5556/dex", 1) + `]`: "",
		`{}`:                          "list",
		`[` + good + `] x`:            "unexpected data",
		`[` + good + `,` + good + `]`: "another one",
		`[` + good + `,` + strings.Replace(good, `"work"`, `"play"`, 1) +
			`]`: "issuer",
		`[` + strings.Replace(good, `"work"`, `"Work"`, 1) +
			`]`: "id begins",
		`[` + strings.Replace(good, `"en":"Work"`, `"en":" "`, 1) + `]`: "title",
		`[` + strings.Replace(good, `https://id`, `http://id`, 1) + `]`: "https",
		`[` + strings.Replace(good, `https://id`, `https://u:p@id`, 1) +
			`]`: "not a URL",
		`[` + strings.Replace(good, `"anbar"`, `""`, 1) +
			`]`: "client_id",
		`[` + strings.Replace(good, `"client_id"`, `"secret":"x","client_id"`, 1) +
			`]`: "secret",
		`[` + strings.Replace(good, `"client_id"`, `"icon":"http://x","client_id"`, 1) + `]`: "icon",
		`[` + strings.Replace(good, `"client_id"`, `"groups":[{"group":"a"}],"client_id"`, 1) +
			`]`: "groups",
		`[` + strings.Replace(good, `"client_id"`, `"groups":[{"group":"a","workspace":"w","role":"owner"}],"client_id"`, 1) + `]`: "owner",
	} {
		_, err := Parse(strings.NewReader(list))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", list, err, want)
		}
	}
}

func TestTheScopesOfAProvider(t *testing.T) {
	all, err := Parse(strings.NewReader(`[{"id":"a","title":{"fa":"a","en":"a"},"issuer":"https://a.example","client_id":"c"},{"id":"b",` +
		`"title":{"fa":"b","en":"b"},"issuer":"https://b.example","client_id":"c","scopes":["email"]}]`))
	if err != nil || strings.Join(all[0].Scopes, " ") != "openid email profile" || strings.Join(all[1].Scopes, " ") != "openid email" ||
		all[1].GroupsClaim != "groups" {
		t.Fatalf("%+v %v", all, err)
	}
}

func TestNamesAreLongEnoughForHere(t *testing.T) {
	for _, c := range []struct {
		who         userInfo
		first, last string
	}{
		{userInfo{First: "Noor", Last: "Amiri"}, "Noor", "Amiri"},
		{userInfo{Full: "Kim Ann Lee", Email: "kim@example.org"}, "Kim", "Ann Lee"},
		{userInfo{Full: "Robin", Email: "robin.x@example.org"}, "Robin", "robin.x"},
		{userInfo{First: "Li", Last: "Wu", Nick: "liwu"}, "Li (liwu)", "Wu (liwu)"},
		{userInfo{First: "Li", Nick: "lw", Email: "lw@example.org"}, "Li (user lw)", "user lw"},
		{userInfo{First: "Win at https://evil.example", Last: "evil.com", Nick: "evil.com", Email: "win.com@evil.example"}, "user", "user"},
		{userInfo{Full: "Go www.evil.example", Nick: "noor", Email: "x@evil.example"}, "noor", "noor"},
		{userInfo{Email: "someone@example.org"}, "someone", "someone"},
		{userInfo{First: " A\x00nna\n", Last: strings.Repeat("ب", 200)}, "Anna", strings.Repeat("ب", 100)},
	} {
		if first, last := c.who.deriveNames(); first != c.first || last != c.last {
			t.Errorf("%+v: %q %q", c.who, first, last)
		}
	}
}

func TestNobodyIsLedElsewhere(t *testing.T) {
	for to, want := range map[string]bool{
		"": true, "/": true, "/workspace/x?a=b#c": true, "/پوشه": true, "//evil.example": false, "/\\evil.example": false,
		"\\\\evil.example": false, "https://evil.example": false, "evil": false, "/a b": false, "/\n/evil.example": false,
		"javascript:alert(1)": false, "/" + strings.Repeat("x", maxPath): false, "///evil.example": false,
	} {
		if got := isLocalPath(to); got != want {
			t.Errorf("%q: %v", to, got)
		}
	}
}

func TestTheExampleOfTheManualIsRight(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/administration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(doc), "```json\n")
	example, _, ok := strings.Cut(after, "```")
	if all, err := Parse(strings.NewReader(example)); !ok || err != nil || len(all) < 2 {
		t.Fatalf("%v\n%s", err, example)
	}
}
