package extract

import "strings"

// mails are generated mails, with what is shown of each.
func mails() []sample {
	const head = "From: =?utf-8?B?2LPYp9ix2Kc=?= <sara@example.org>\r\nTo: Ali <ali@example.org>, b@example.org\r\n" +
		"Subject: =?windows-1256?Q?=E3=D4=DF=E1?=\r\nDate: Mon, 02 Nov 2026 10:00:00 +0330\r\nMIME-Version: 1.0\r\n"
	const shown = "# مشكل\nfrom: سارا <sara@example.org>\nto: Ali <ali@example.org>, b@example.org\ndate: 2026-11-02T10:00:00+03:30\n"
	one := func(kind, body string) string { return head + "Content-Type: " + kind + "\r\n\r\n" + body }
	return []sample{
		{"a plain mail", one("text/plain; charset=utf-8", "سلام\r\n\r\nدو خط\r\nبا هم\r\n"), shown + "سلام\nدو خط⏎با هم"},
		{"windows-1256", one("text/plain; charset=windows-1256", "\xd3\xe1\xc7\xe3"), shown + "سلام"},
		{"gb2312", one("text/plain; charset=gb2312", "\xce\xd2\xc3\xc7"), shown + "我们"},
		{"iso-2022 is unknown", one("text/plain; charset=x-none", "caf\xe9"), shown + "café"},
		{"without a charset", one("text/plain", "\xd3\xe1\xc7\xe3 \xcf\xe4\xed\xc7"), shown + "سلام دنيا"},
		{"a charset that lies", one("text/plain; charset=utf-8", "\xd3\xe1\xc7\xe3 \xcf\xe4\xed\xc7"), shown + "سلام دنيا"},
		{"quoted-printable", head + "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" +
			"=D8=B3=D9=84=D8=A7=D9=85 and =\r\non", shown + "سلام and on"},
		{"base64", head + "Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
			"2LPZhNin2YU=", shown + "سلام"},
		{"html", one("text/html; charset=utf-8", `<html><head><title>no</title><style>p{}</style><script>alert(1)</script>`+
			`<h1>Title</h1><p>One<br>two <b>bold</b></p><ul><li>a<li>b</ul><img src="http://evil.example/x.png" alt="logo">`+
			`<table><tr><td>1<td>2</table>`),
			shown + "# Title\nOne⏎two bold\n0 a\n0 b\nlogo\n| 1 | 2"},
		{"html laid out with tables", one("text/html; charset=utf-8", `<table><tr><td><p>Dear <i>Ali</i></p></td></tr><tr><td>`+
			`<table><tr><td>a</td><td>b</td></tr></table></td></tr></table>`), shown + "Dear Ali\n| a | b"},
		{"both forms", one("multipart/alternative; boundary=b", "--b\r\nContent-Type: text/plain\r\n\r\nplain\r\n"+
			"--b\r\nContent-Type: text/html\r\n\r\n<h2>rich</h2>\r\n--b--"), shown + "## rich"},
		{"attachments", one("multipart/mixed; boundary=b", "--b\r\nContent-Type: text/plain\r\n\r\ntext\r\n"+
			"--b\r\nContent-Type: application/pdf; name=\"=?utf-8?B?2LPYp9ix2Kc=?=.pdf\"\r\nContent-Disposition: attachment\r\n\r\nx\r\n"+
			"--b\r\nContent-Disposition: attachment; filename*=utf-8''%D8%B3.txt\r\n\r\nx\r\n--b--"),
			shown + "text\nattachment: سارا.pdf\nattachment: س.txt"},
		{"a mail in a mail", one("multipart/mixed; boundary=b", "--b\r\nContent-Type: text/plain\r\n\r\ntext\r\n"+
			"--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: inner\r\n\r\nwords\r\n--b--"), shown + "text\nattachment: inner.eml"},
		{"nobody sent it", "Subject: s\r\n\r\ntext", "# s\ntext"},
		{"a date that is none", "Subject: s\r\nDate: yesterday\r\n\r\ntext", "# s\ndate: yesterday\ntext"},
		{"a boundary that never comes", one("multipart/mixed; boundary=b", "--b\r\nContent-Type: text/plain\r\n\r\ncut"), shown + "cut"},
		{"no mail", "just words\nand more", ""},
		{"nothing", "", ""},
		{"nested without end", head + strings.Repeat("Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n", 20_000), shown},
		{"a thousand parts", one("multipart/mixed; boundary=b", "--b\r\nContent-Type: text/plain\r\n\r\nfirst\r\n"+
			strings.Repeat("--b\r\nContent-Type: image/png\r\n\r\nx\r\n", 1000)), shown + "first"},
		{"a drawing without an end", one("text/html", `<svg onload=alert(1)><text>drawn</text><iframe src=x></iframe>`+
			`<style>p{}</style><p>words`), shown + "words"},
		{"unclosed elements", one("text/html", strings.Repeat("<div><table><tr><td><ul>", 20_000)+"end"), shown + "end"},
		{"a header of a megabyte", "Subject: " + strings.Repeat("x", 2<<20) + "\r\n\r\ntext", ""},
	}
}

// mailboxes are generated mailboxes, with what is shown of each.
func mailboxes() []sample {
	one := func(from, subject, text string) string {
		return "From " + from + " Mon Nov  2 10:00:00 2026\r\nFrom: " + from + "\r\nSubject: " + subject + "\r\n\r\n" + text + "\r\n\r\n"
	}
	first, second := one("a@example.org", "one", "text\r\nFrom here on"), one("b@example.org", "two", "سلام")
	shown := "## one\nfrom: a@example.org\ntext⏎From here on\n## two\nfrom: b@example.org\nسلام"
	return []sample{
		{"two mails", first + second, shown},
		{"lines of Unix", strings.ReplaceAll(first+second, "\r\n", "\n"), shown},
		{"a mail that is none", first + "From x\r\nnothing of the kind\r\n\r\n" + second, shown},
		{"a mail that is cut", first + second[:20], strings.Split(shown, "\n## two")[0]},
		{"a long line", first + "From " + strings.Repeat("x", 100_000) + "\r\nSubject: three\r\n\r\nend\r\n",
			strings.Split(shown, "\n## two")[0]},
		{"more than are read", strings.Repeat("From x\nSubject: s\n\n", maxMails+1),
			strings.TrimSuffix(strings.Repeat("## s\n", maxMails), "\n")},
		{"a mail without its box", "Subject: s\r\n\r\ntext", ""},
		{"nothing", "", ""},
		{"boxes of nothing", strings.Repeat("From \n\n", 100_000), ""},
	}
}
