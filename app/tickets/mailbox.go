package tickets

// Mailbox is where answers by mail arrive.
type Mailbox struct {
	URL      string // imaps://host[:port][/folder], or imap:// without encryption; empty for none
	User     string
	Password string
	Address  string   // that mails to the mailbox are sent to
	Roots    []string // PEM files that the server's certificate is trusted by, beside the system's
}
