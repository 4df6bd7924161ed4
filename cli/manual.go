package cli

// page is what the help of a command says beside its flags.
type page struct {
	detail   string // more of what the command does
	examples string // a command on each line, which TestExamplesAreUnderstood parses; lines with # explain the next one
	failed   string // when the command ends with 1, where there is more to say than that it failed
	json     string // what --json writes; empty without the flag
}

const (
	beside = "It works beside a running appliance, which then does it, and without one."
	asks   = "A running appliance does it."
)

const partly = "failed, or not everything came: the report says what is missing"

// manual has a page for each command.
var manual = map[string]page{
	"serve": {examples: `# a first try, at http://localhost:8080
anbar serve --data ./data
# with a public certificate; ports 80 and 443 have to reach this machine
anbar serve --data /var/lib/anbar --domain files.example.org
# with the settings of a file and copies on another disk
anbar serve --config /etc/anbar/anbar.conf --backup-to /mnt/copies
`},
	"setup-link": {
		detail: asks + " Who can open the data directory may know the link.",
		json:   "an object: version, url, setup_link",
		examples: `anbar setup-link --data /var/lib/anbar
anbar setup-link --data /var/lib/anbar --json
`},
	"user add": {json: "the account", examples: `# an ordinary account
anbar user add --email sara@example.org --first-name Sara --last-name Karimi --password-stdin < pw.txt
# an administrator of the console
anbar user add --email omid@example.org --first-name Omid --last-name Nazari --staff --password-stdin < pw.txt
`},
	"user list": {json: "an array of accounts", examples: `anbar user list
# the addresses of all administrators
anbar user list --json | jq -r '.[] | select(.staff == "administrator") | .email'
`},
	"user show": {json: "the account", examples: `anbar user show sara@example.org
anbar user show --json 09121234567
`},
	"user passwd": {json: "the account", examples: `anbar user passwd sara@example.org --password-stdin < pw.txt
anbar user passwd 09121234567 --password-stdin --json < password.txt
`},
	"user staff": {json: "the account", examples: `anbar user staff sara@example.org --role support
anbar user staff sara@example.org --off
`},
	"user invite": {
		detail: asks + " It knows its own address, which the mail needs.", json: "an object: email",
		examples: `anbar user invite nima@example.org
anbar user invite nima@example.org --language en
`},
	"user export": {json: "an array of records", examples: `# an object on each line
anbar user export sara@example.org > sara.jsonl
# the same as one array
anbar user export sara@example.org --json > sara.json
`},
	"user disable": {json: "the account", examples: `anbar user disable sara@example.org
anbar user disable sara@example.org --json
`},
	"user enable": {json: "the account", examples: `anbar user enable sara@example.org
anbar user enable sara@example.org --json
`},
	"user end-sessions": {json: "the account", examples: `anbar user end-sessions sara@example.org
anbar user end-sessions 09121234567 --json
`},
	"user erase": {json: "the account", examples: `anbar user erase sara@example.org --address sara@example.org
anbar user erase 09121234567 --address 09121234567 --json
`},
	"user two-factor-off": {json: "the account", examples: `anbar user two-factor-off sara@example.org
anbar user two-factor-off 09121234567 --json
`},
	"workspace list": {json: "an array of workspaces", examples: `anbar workspace list
# those that hold as much as they may
anbar workspace list --filter full
# the largest ones first
anbar workspace list --json | jq -r 'sort_by(-.storage_used)[] | [.title, .storage_used] | @tsv'
`},
	"workspace show": {json: "the workspace", examples: `anbar workspace show 0ap684mfkmxaf
anbar workspace show 0ap684mfkmxaf --json
`},
	"workspace freeze": {json: "the workspace", examples: `anbar workspace freeze 0ap684mfkmxaf --reason "a court asks"
anbar workspace freeze 0ap684mfkmxaf --reason "a court asks" --json
`},
	"workspace unfreeze": {json: "the workspace", examples: `anbar workspace unfreeze 0ap684mfkmxaf
anbar workspace unfreeze 0ap684mfkmxaf --reason "the matter is closed"
`},
	"workspace limit": {json: "the workspace", examples: `anbar workspace limit 0ap684mfkmxaf --bytes 200GB
# no limit of bytes any more, and at most a million files and directories
anbar workspace limit 0ap684mfkmxaf --bytes 0 --nodes 1000000
`},
	"workspace hand-over": {json: "the workspace", examples: `anbar workspace hand-over 0ap684mfkmxaf --to nima@example.org
anbar workspace hand-over 0ap684mfkmxaf --to nima@example.org --reason "Sara left the firm"
`},
	"workspace delete": {json: "the workspace", examples: `anbar workspace delete 0ap684mfkmxaf --title "Finance"
anbar workspace delete 0ap684mfkmxaf --title "Finance" --reason "asked for by its owner"
`},
	"workspace restore": {json: "the workspace", examples: `anbar workspace restore 0ap684mfkmxaf
# which ones can be restored
anbar workspace list --filter deleted
`},
	"promotion add": {json: "an object: code, storage, uses, until",
		examples: `anbar promotion add NOWRUZ --storage 5GB
anbar promotion add NOWRUZ --storage 5GB --uses 100 --until 2027-03-20
`},
	"backup now": {
		detail: beside, examples: `# to the target that the appliance keeps
anbar backup
# to another one
anbar backup --to /mnt/usb/anbar
`, failed: "failed; the copies are as they were before"},
	"backup adopt": {
		detail: beside, examples: `anbar backup adopt
anbar backup adopt --to s3://copies/anbar --s3-endpoint https://s3.example.org
`},
	"backup sheet": {
		detail: "Whoever has the sheet can read the copies; without it and the data directory nobody can. It is shown once; two of its " +
			"groups are asked back before it counts.",
		examples: `anbar backup sheet
# also a page for the printer
anbar backup sheet --page sheet.html
# once a year, or when DATA/seal was lost
anbar backup sheet --enter -
`},
	"backup reseal": {
		detail: "Everything is copied anew, read back, and only then what was there before is removed. Interrupted, it goes on. Run it " +
			"after a new sheet was made.",
		examples: `anbar backup reseal
# at a target that the appliance does not keep
anbar backup reseal --to /mnt/usb/anbar
`},
	"backup key": {
		detail: "The key is made when it is missing. It signs in at the server, and can do there what the account can: give it one that " +
			"has nothing but the copies.",
		examples: `anbar backup key
# of the appliance of the packages
anbar backup key --data /var/lib/anbar
`},
	"backup trust": {
		detail: "The key is shown, and asked about at a terminal. Compare it with what \"ssh-keygen -lf " +
			"/etc/ssh/ssh_host_ed25519_key.pub\" prints on the server.",
		examples: `anbar backup trust sftp://anbar@nas.example.org/copies
# without a terminal
anbar backup trust sftp://anbar@nas.example.org/copies --fingerprint SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8
`, failed: "failed, or the key is another one; nothing is accepted"},
	"backup list": {json: "an array of epochs", examples: `anbar backup list --of /mnt/copies
anbar backup list --of s3://copies/anbar --json
`},
	"restore": {
		detail: "The data directory has to be empty, or that of an appliance that nobody has set up yet.",
		examples: `# the latest moment, into a new directory
anbar restore --from /mnt/copies --data /var/lib/anbar-new
# as it was at a moment
anbar restore --from /mnt/copies --data /var/lib/anbar-new --at "2026-11-20 14:05"
`, failed: "failed, or something is damaged or missing: the report names it"},
	"tier in": {
		detail: asks + " Contents leave in packs, or by themselves when they are large. Each target has to read them back twice, with a " +
			"day in between, and a rehearsal of a restore has to have gone well in the last 7 days. People see and read them as " +
			"before; while the target is away, these contents alone cannot be read.",
		examples: `anbar tier in --days 90
# with 20 GiB of the disk for what is read of them
anbar tier in --days 30 --cache 20G
`},
	"tier out": {
		detail: asks + " The disk needs room for all of it. What cannot come now is tried again.",
		examples: `anbar tier out
# of the appliance of the packages
anbar tier out --data /var/lib/anbar
`},
	"tier status": {json: "an object, or null without a target", examples: `anbar tier status
anbar tier status --json
`},
	"standby": {
		detail: "It restores the database whenever something new is at the target, a few seconds after it was changed, and shows it with " +
			"a note of its time. Contents are read at the target. People sign in as always, and changes are refused. It never " +
			"writes to the target. When the other machine is gone, stop the standby and run anbar promote with the same --data.",
		examples: `anbar standby --from s3://copies/anbar --data /var/lib/anbar-standby --listen :8080
anbar standby --status --from s3://copies/anbar --data /var/lib/anbar-standby
`, json: "how far the standby is, with --status", failed: "failed, or with --status: it does not follow",
	},
	"promote": {
		detail: "It creates the next epoch at the target, so that the old machine takes no changes any more, waits until that is sure, " +
			"restores the database, and serves; contents come from the target meanwhile. It refuses when the target cannot be " +
			"reached, knows no conditional writes, or holds the copies of a machine that does not stop by itself. When it was " +
			"interrupted, run it again.",
		examples: `anbar promote --from s3://copies/anbar --data /var/lib/anbar
# the old machine ran without --backup-fenced and is switched off
anbar promote --from /mnt/copies --data /var/lib/anbar --old-machine-is-off
`, failed: "refused or failed, for the reason that it says; before \"took over\" nobody was replaced"},
	"drill": {
		detail: asks + " It restores the newest copy of the database aside, proves it, looks for every object at the target, reads back " +
			"what was not read for longest, and sends again what is damaged there. It does the same by itself every night.",
		examples: `anbar drill
anbar drill --data /var/lib/anbar
`, failed: "failed, or something is not as it should be and could not be healed: the report names it"},
	"recover": {
		detail: "It works when the database is gone and no server runs. While the appliance serves, it writes a catalog of its " +
			"files into the blob store, every ten minutes in which something changed; with the newest one the database is made " +
			"anew. It does not hold passwords, second steps, sessions, links, upload boxes, plans, invoices, tickets and activity. " +
			"With a backup, use \"anbar restore\" instead: it brings all of it back.",
		examples: `anbar recover --store-only --data /var/lib/anbar
# with the contents that no file names
anbar recover --store-only --data /var/lib/anbar --unnamed /var/lib/unnamed
`, failed: "failed, or something did not come back: the report names it"},
	"check": {
		detail: beside, examples: `anbar check --data /var/lib/anbar
# without reading contents
anbar check --data /var/lib/anbar --fast
`, failed: "failed, or damage was found: the report names it"},
	"adopt": {
		detail: beside + " Standard output gets a line of JSON for each file, standard error a summary.",
		examples: `anbar adopt /srv/files --into 0ap684mfkmxaf
anbar adopt /srv/files --into 0ap684mfkmxaf --directory Archive/2026 --as sara@example.org --report report.jsonl
# with the removal of each original once it is here, read back and compared
anbar adopt /srv/files --into 0ap684mfkmxaf --move
`, failed: partly},
	"export": {
		detail: beside, examples: `anbar export --plain /mnt/usb/files
anbar export --plain /mnt/usb/files --space 0ap684mfkmxaf --with-versions
`, failed: partly},
	"upgrade": {
		detail: "Call it with the right to exchange the program, mostly as root. The program comes from a file, a URL or, with a " +
			"version, from where releases lie; SHA256SUMS and SHA256SUMS.minisig lie beside it. It is verified, tried as anbar rehearse " +
			"does, and takes the place of this one, which is kept. systemd restarts the appliance. When it is not ready within the time, " +
			"or requests fail that did not before, the old program comes back, and where the schema changed the database of before as " +
			"well. Without a name it finishes or undoes what was interrupted.",
		examples: `anbar upgrade https://example.org/releases/1.4.0/anbar-linux-amd64 --data /var/lib/anbar
# only see what would come
anbar upgrade ./anbar-linux-amd64 --data /var/lib/anbar --dry-run
# a program that you built
anbar upgrade ./anbar --data /var/lib/anbar --unsigned --yes
`, failed: "failed, or the old program is in use again: the report says why"},
	"rollback": {
		detail: "It says what was changed since the upgrade and would go, exports new and changed files of it into DATA/rolled-back, and " +
			"keeps the database of now under another name. The schema of some upgrades stays; then nothing goes but the program.",
		examples: `anbar rollback --data /var/lib/anbar
anbar rollback --data /var/lib/anbar --yes
`},
	"rehearse": {
		detail: "Beside a running appliance or without one. It copies the database, migrates and checks the copy, and asks up to 60 " +
			"requests that read, in the names of the owners of the largest workspaces. With --old the other program answers the same " +
			"requests on a copy of its own, and every entry, name, size, right or count that differs is said. Nothing listens, no job " +
			"runs, no message goes out, and the data stay as they are.",
		json: "an object: from_schema, to_schema, took, asked, compared, problems, differences, notes",
		examples: `anbar rehearse --data /var/lib/anbar
# its answers against those of the program that serves now
anbar rehearse --data /var/lib/anbar --old /usr/bin/anbar
`, failed: "failed, or something speaks against this program: the report names it"},
	"doctor": {
		detail: "A running appliance examines itself, with its own settings. Without one the settings of anbar serve count, which this " +
			"command takes, too: name the configuration file. Warnings alone are no failure. With --lang fa the report is in Persian.",
		json: "an object: running, wrong, warnings, checks", examples: `anbar doctor --config /etc/anbar/anbar.conf --data /var/lib/anbar
# whether mails arrive
anbar doctor --data /var/lib/anbar --send-mail you@example.org
# in Persian
anbar doctor --data /var/lib/anbar --lang fa
# what is wrong, for a script
anbar doctor --data /var/lib/anbar --json | jq -r '.checks[] | select(.level == "wrong") | .check'
`, failed: "something is wrong: the report says what, why it matters, and how to mend it"},
	"support": {
		detail: "It holds the version, what the doctor found, which settings are set, jobs, counts, the newest lines of the log and what " +
			"the process does: no names of people, files and machines, no addresses and no secrets. Look into it before you send it. " +
			"Without a running appliance it holds less.",
		examples: `anbar support --data /var/lib/anbar
anbar support --data /var/lib/anbar --out /tmp/anbar-support.tar.gz
`},
	"health": {
		detail: asks + " It is ready when the database takes a write, contents can be stored, the disk is not full, and the copies at " +
			"the backup target, if there is one, are fresh.",
		json: "an object: ready, lacks", examples: `anbar health --data /var/lib/anbar
# from another machine
anbar health --url https://files.example.org
`, failed: "not ready, for the reasons that it says"},
	"jobs list": {
		detail: asks, json: "an array of jobs", examples: `anbar jobs list
# those that failed the last time
anbar jobs list --json | jq -r '.[] | select(.error != "") | .name'
`},
	"jobs run": {
		detail: asks, json: "the job", examples: `anbar jobs run contents_sweep
anbar jobs run contents_sweep --json
`},
	"outbox list": {json: "an array of messages", examples: `anbar outbox list
# those that nothing could deliver
anbar outbox list --state given_up
`},
	"outbox resend": {json: "an object: count", examples: `# all that were given up
anbar outbox resend
anbar outbox resend 0ap68q3d7t2hw
`},
	"outbox cancel": {json: "an object: count", examples: `anbar outbox cancel 0ap68q3d7t2hw
anbar outbox cancel 0ap68q3d7t2hw --json
`},
	"help": {examples: `anbar help
anbar help user add
`},
	"completion": {examples: `# for this session of bash
. <(anbar completion bash)
# for good; the packages do this
anbar completion bash > /usr/share/bash-completion/completions/anbar
anbar completion zsh > /usr/local/share/zsh/site-functions/_anbar
anbar completion fish > ~/.config/fish/completions/anbar.fish
`},
	"licenses": {examples: `anbar licenses
anbar licenses | less
`},
	"sbom": {
		detail: "Scanners of known vulnerabilities read it. The same program always prints the same.",
		examples: `anbar sbom > anbar.cdx.json
anbar sbom | grype
`},
	"version": {json: "an object: version, schema, system, machine", examples: `anbar version
anbar version --json
`},
}
