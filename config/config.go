// Package config defines every setting of the server. A flag overrides an environment
// variable, which overrides a line of the configuration file, which overrides the default.
// The defaults alone are a working configuration.
package config

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// Storage says where the data is. Every command needs it.
type Storage struct {
	Data      string          `help:"Directory that holds everything." default:"./data" env:"ANBAR_DATA" placeholder:"DIR"`
	Config    kong.ConfigFlag `help:"Configuration file: lines of \"name = value\" with the names of the flags." env:"ANBAR_CONFIG" placeholder:"FILE"`
	Log       string          `help:"Least level that is logged: debug, info, warn or error." enum:"debug,info,warn,error" default:"info" env:"ANBAR_LOG"`
	LogFormat string          `name:"log-format" help:"How lines of the log are written: text, or json, with an object on each line." enum:"text,json" default:"text" env:"ANBAR_LOG_FORMAT"`
}

// Database is where the metadata lives.
func (s Storage) Database() string { return filepath.Join(s.Data, "anbar.db") }

// Blobs returns the directory of the blobs.
func (s Storage) Blobs() string { return filepath.Join(s.Data, "blobs") }

// Certificates is where keys and certificates live.
func (s Storage) Certificates() string { return filepath.Join(s.Data, "tls") }

// Cache is where things live that can be made again.
func (s Storage) Cache() string { return filepath.Join(s.Data, "cache") }

// Secrets returns the file of the keys that the server made for itself.
func (s Storage) Secrets() string { return filepath.Join(s.Data, "secrets") }

// Seal returns the file with what the server keeps of recovery sheets.
func (s Storage) Seal() string { return filepath.Join(s.Data, "seal") }

// PendingRestore is the file that says from where contents come that a restore left at the targets.
func (s Storage) PendingRestore() string { return filepath.Join(s.Data, "restore.json") }

// FenceMarker is a file that is there while the backup target says that this drive takes changes only as long as it holds its lease.
func (s Storage) FenceMarker() string { return filepath.Join(s.Data, "fenced") }

// Standby is where a standby keeps what it follows.
func (s Storage) Standby() string { return filepath.Join(s.Data, "standby") }

// UnfinishedRestore is a file that is there while a restore writes the data.
func (s Storage) UnfinishedRestore() string { return filepath.Join(s.Data, "restoring") }

// SSH returns the directory of the appliance's own SSH key and of the host keys that it accepts.
func (s Storage) SSH() string { return filepath.Join(s.Data, "ssh") }

// Serve holds the settings of the server.
type Serve struct {
	Storage
	Given        map[string]bool `kong:"-"` // flags that the command line, the environment or the file sets
	Listen       string          `help:"Address for plain HTTP." default:":8080" env:"ANBAR_LISTEN" placeholder:"ADDR"`
	TLS          string          `name:"tls" help:"HTTPS: off, internal (a certificate authority of its own, for names and addresses of the local network), acme (a public certificate for --domain), or auto (acme when there is a domain)." enum:"auto,off,internal,acme" default:"auto" env:"ANBAR_TLS"`
	ListenTLS    string          `name:"listen-tls" help:"Address for HTTPS; :443 with a domain, else :8443." env:"ANBAR_LISTEN_TLS" placeholder:"ADDR"`
	Domain       []string        `help:"Public name of the drive; may be given more than once. Requests under other public names are refused, but for those of --names and --public-url." env:"ANBAR_DOMAIN" placeholder:"NAME"`
	Names        []string        `help:"More names that the internal authority may sign, beside those of this machine." env:"ANBAR_NAMES" placeholder:"NAME"`
	ACMEEmail    string          `name:"acme-email" help:"Address that the certificate authority may write to." env:"ANBAR_ACME_EMAIL"`
	ACMECA       string          `name:"acme-ca" help:"Directory URL of another ACME authority." env:"ANBAR_ACME_CA" placeholder:"URL"`
	ACMERoots    []string        `name:"acme-roots" help:"PEM files with the roots that the ACME authority's own HTTPS is trusted by." env:"ANBAR_ACME_ROOTS" placeholder:"FILE"`
	HTTP3        string          `name:"http3" help:"HTTP/3: on, off, or auto (on with a public certificate)." enum:"auto,on,off" default:"auto" env:"ANBAR_HTTP3"`
	PublicURL    string          `name:"public-url" help:"Public URL of the drive, when it differs from the address in the other settings. It has no path: the drive needs a name, or a port, of its own." env:"ANBAR_PUBLIC_URL" placeholder:"URL"`
	Proxies      []string        `name:"trusted-proxies" help:"Addresses or networks (10.0.0.0/8) of proxies before the drive, whose X-Forwarded-For says where people come from, and X-Forwarded-Host under which name." env:"ANBAR_TRUSTED_PROXIES" placeholder:"NETWORK"`
	LocalName    string          `name:"local-name" help:"Name under which the drive is found in local networks without a domain (mDNS); empty for none. It is not used with --domain, with a public --public-url, and when only this machine reaches the drive." default:"anbar.local" env:"ANBAR_LOCAL_NAME" placeholder:"NAME"`
	Metrics      string          `help:"Address where Prometheus reads metrics, such as 127.0.0.1:9123; empty for none. Everybody who reaches it can read them. They hold numbers, and no names." env:"ANBAR_METRICS" placeholder:"ADDR"`
	AlarmURL     string          `name:"alarm-url" secret:"" help:"URL that gets what needs attention, as JSON by POST: when it begins, when it is over, and once a day meanwhile. Its field \"text\" is what chat programs show. Empty for none." env:"ANBAR_ALARM_URL" placeholder:"URL"`
	Grace        time.Duration   `help:"How long a stop waits for transfers under way." default:"30s" env:"ANBAR_GRACE"`
	Signup       string          `help:"Sign-up mode: open to everyone, only invited users, or closed: only those whom staff or the owner of a workspace invited." enum:"open,invited,closed" default:"invited" env:"ANBAR_SIGNUP"`
	Selling      bool            `help:"Sell plans: what the set-up proposes, and what holds where the first account came from the shell; staff can change it afterwards." env:"ANBAR_SELLING"`
	Providers    string          `help:"JSON file with the OpenID Connect providers that people may sign in with." env:"ANBAR_PROVIDERS" placeholder:"FILE"`
	Nextcloud    string          `name:"nextcloud-version" help:"Version of a Nextcloud server that sync apps are told, which refuse servers that are too old; empty for the one that this version was tried with." env:"ANBAR_NEXTCLOUD_VERSION" placeholder:"VERSION"`
	SpaceLimit   Size            `name:"workspace-limit" help:"Storage of a new workspace, as 500MB, 20GB or 2TB; 0 for as much as the disk holds." default:"0" env:"ANBAR_WORKSPACE_LIMIT" placeholder:"SIZE"`
	SpaceMembers int             `name:"workspace-members" help:"Members that a new workspace may have; 0 for any number." default:"0" env:"ANBAR_WORKSPACE_MEMBERS" placeholder:"NUMBER"`
	SpaceNodes   int64           `name:"workspace-nodes" help:"Files and directories that a new workspace may hold, its trash included; 0 for any number. A storage limit bounds them as well: one for each 4 KiB, 10,000 at least." default:"1000000" env:"ANBAR_WORKSPACE_NODES" placeholder:"NUMBER"`
	Mail
	Support
	SMS
	Backup
}

// Mail configures how messages are sent.
type Mail struct {
	LogMessages  bool     `name:"log-messages" help:"Write messages that nothing sends to the log, with their codes and recipients. For development only." env:"ANBAR_LOG_MESSAGES"`
	SMTPHost     string   `name:"smtp-host" help:"Mail server. Without one mails wait in the outbox of the console." env:"ANBAR_SMTP_HOST" placeholder:"NAME"`
	SMTPPort     int      `name:"smtp-port" help:"Port of the mail server; 0 for the usual one: 587, with tls 465, without 25." default:"0" env:"ANBAR_SMTP_PORT"`
	SMTPUser     string   `name:"smtp-user" help:"User of the mail server; empty to send without signing in." env:"ANBAR_SMTP_USER"`
	SMTPPassword string   `name:"smtp-password" secret:"" help:"Password of that user." env:"ANBAR_SMTP_PASSWORD"`
	SMTPTLS      string   `name:"smtp-tls" help:"How the way to the mail server is encrypted: starttls, tls (from the first byte on) or off." enum:"starttls,tls,off" default:"starttls" env:"ANBAR_SMTP_TLS"`
	SMTPRoots    []string `name:"smtp-roots" help:"PEM files that the mail server's certificate is trusted by, beside the system's." env:"ANBAR_SMTP_ROOTS" placeholder:"FILE"`
	MailFrom     string   `name:"mail-from" help:"Address that mails come from, as \"Name <address>\" or an address alone." env:"ANBAR_MAIL_FROM" placeholder:"ADDRESS"`
}

// Support configures the mailbox where users answer the mails of tickets.
type Support struct {
	SupportMailbox  string `name:"support-mailbox" help:"Mailbox that is read every minute, so that users can answer the mails of tickets: imaps://HOST[:PORT][/FOLDER], or imap:// without encryption, for a server on this machine. It has to take mails to NAME+ANYTHING@DOMAIN. Its certificate is trusted by --smtp-roots, too." env:"ANBAR_SUPPORT_MAILBOX" placeholder:"URL"`
	SupportUser     string `name:"support-user" help:"User of that mailbox." env:"ANBAR_SUPPORT_USER"`
	SupportPassword string `name:"support-password" secret:"" help:"Password of that user." env:"ANBAR_SUPPORT_PASSWORD"`
	SupportAddress  string `name:"support-address" help:"Address of that mailbox, NAME@DOMAIN; that of its user when empty." env:"ANBAR_SUPPORT_ADDRESS" placeholder:"ADDRESS"`
}

// SMS configures how text messages are sent.
type SMS struct {
	SMSGateway string `name:"sms-gateway" help:"How text messages go out: kavenegar, http (any gateway that takes a request), or none. Without one they wait in the outbox of the console." enum:"none,kavenegar,http" default:"none" env:"ANBAR_SMS_GATEWAY"`
	SMSKey     string `name:"sms-key" secret:"" help:"Key of the SMS gateway; replaces {key}." env:"ANBAR_SMS_KEY"`
	SMSFrom    string `name:"sms-from" help:"Sender number of text messages; replaces {from}." env:"ANBAR_SMS_FROM"`
	SMSURL     string `name:"sms-url" help:"URL of the gateway, with {to} (09…), {international} (989…), {text}, {code}, {from} and {key} where they belong. With kavenegar: of its service, when it is not the usual one." env:"ANBAR_SMS_URL" placeholder:"URL"`
	SMSMethod  string `name:"sms-method" help:"Method of the request." enum:"POST,GET" default:"POST" env:"ANBAR_SMS_METHOD"`
	SMSBody    string `name:"sms-body" help:"Body of the request, with the same places: JSON, or a form as to={to}&text={text}." env:"ANBAR_SMS_BODY"`
	SMSHeader  string `name:"sms-header" help:"One more header of the request, as \"Name: value\"; {key} may stand in it." env:"ANBAR_SMS_HEADER"`
	SMSTaken   string `name:"sms-taken" help:"Text in the answer when a message was accepted, for gateways that always answer 200." env:"ANBAR_SMS_TAKEN" placeholder:"TEXT"`
	SMSHour    int    `name:"sms-hour" help:"Codes by text message that go out in an hour, to everybody together; unverified numbers get half of them at most. 0 for any number." default:"100" env:"ANBAR_SMS_HOUR" placeholder:"NUMBER"`
}

// Backup is where copies of everything go.
type Backup struct {
	BackupTo     string        `name:"backup-to" help:"Where copies of everything go, all the time: a directory, s3://bucket/prefix or sftp://user@host/path. Empty for none." env:"ANBAR_BACKUP_TO" placeholder:"TARGET"`
	BackupSecond string        `name:"backup-second" help:"A second place for copies of everything, at the same time as the first and independent of it. Empty for none." env:"ANBAR_BACKUP_SECOND" placeholder:"TARGET"`
	BackupKeep   time.Duration `name:"backup-keep" help:"How far back the drive can be restored from its copies." default:"336h" env:"ANBAR_BACKUP_KEEP"`
	BackupRate   int64         `name:"backup-rate" help:"How many KiB a second large contents may take on their way to the copies; 0 for no limit. The database and small contents are not held up." default:"0" env:"ANBAR_BACKUP_RATE"`
	BackupFenced bool          `name:"backup-fenced" help:"Take changes only while the backup target confirms every few seconds that no other machine took over, so that anbar promote can take over safely: within 10 seconds without the target this server takes no changes." env:"ANBAR_BACKUP_FENCED"`
	DrillURL     string        `name:"drill-url" help:"URL that is called after each good rehearsal of a restore, so that a service which waits for that notices a dead appliance. Empty for none." env:"ANBAR_DRILL_URL" placeholder:"URL"`
	Remote
	SecondS3
}

// Remote is how targets on other machines are reached.
type Remote struct {
	S3
	SSH
}

// SSH is how a server is reached over SSH.
type SSH struct {
	BackupSSHKey        string `name:"backup-ssh-key" help:"File with the private SSH key for a target at sftp://, without a passphrase. When empty the appliance makes its own, DATA/ssh/id_ed25519; anbar backup key prints the line for authorized_keys." env:"ANBAR_BACKUP_SSH_KEY" placeholder:"FILE"`
	BackupSSHKnownHosts string `name:"backup-ssh-known-hosts" help:"File with the host keys of the servers at sftp:// that are accepted, as OpenSSH writes it; DATA/ssh/known_hosts when empty. anbar backup trust adds to it." env:"ANBAR_BACKUP_SSH_KNOWN_HOSTS" placeholder:"FILE"`
}

// S3 is how an S3 service is reached.
type S3 struct {
	S3Endpoint string `name:"s3-endpoint" help:"URL of the S3 service; Amazon's when empty." env:"ANBAR_S3_ENDPOINT" placeholder:"URL"`
	S3Region   string `name:"s3-region" help:"Region of the bucket." default:"us-east-1" env:"ANBAR_S3_REGION"`
	S3Key      string `name:"s3-key" help:"Access key of the S3 service." env:"ANBAR_S3_KEY"`
	S3Secret   string `name:"s3-secret" secret:"" help:"Secret key of the S3 service." env:"ANBAR_S3_SECRET"`
	S3CA       string `name:"s3-ca" help:"PEM file with authorities that the certificate of the S3 service is trusted by, beside the system's. In the environment AWS_CA_BUNDLE serves, too." env:"ANBAR_S3_CA,AWS_CA_BUNDLE" placeholder:"FILE"`
}

// SecondS3 is how the S3 service of a second target is reached.
type SecondS3 struct {
	SecondS3Endpoint string `name:"second-s3-endpoint" help:"URL of the S3 service of the second target. When this and the key are empty, it is reached like that of the first." env:"ANBAR_SECOND_S3_ENDPOINT" placeholder:"URL"`
	SecondS3Region   string `name:"second-s3-region" help:"Region of the bucket of the second target." default:"us-east-1" env:"ANBAR_SECOND_S3_REGION"`
	SecondS3Key      string `name:"second-s3-key" help:"Access key of the S3 service of the second target." env:"ANBAR_SECOND_S3_KEY"`
	SecondS3Secret   string `name:"second-s3-secret" secret:"" help:"Secret key of the S3 service of the second target." env:"ANBAR_SECOND_S3_SECRET"`
	SecondS3CA       string `name:"second-s3-ca" help:"PEM file with authorities that the certificate of that service is trusted by, beside the system's." env:"ANBAR_SECOND_S3_CA" placeholder:"FILE"`
}

// Choose returns how the service of a second target is reached, where that of the first is reached by first.
func (s SecondS3) Choose(first S3) S3 {
	if s.SecondS3Endpoint == "" && s.SecondS3Key == "" {
		return first
	}
	return S3{s.SecondS3Endpoint, s.SecondS3Region, s.SecondS3Key, s.SecondS3Secret, s.SecondS3CA}
}

// Mode is how HTTPS is done: off, internal or acme.
func (s *Serve) Mode() string {
	switch {
	case s.TLS != "auto":
		return s.TLS
	case len(s.Domain) > 0:
		return "acme"
	}
	return "off"
}

// Validate finds settings that do not go together.
func (s *Serve) Validate() error {
	if s.Mode() == "acme" && len(s.Domain) == 0 {
		return errors.New("--tls=acme needs a --domain")
	}
	if s.ListenTLS == "" {
		s.ListenTLS = ":8443"
		if s.Mode() == "acme" {
			s.ListenTLS = ":443"
		}
	}
	err := errors.Join(checkListen("listen", s.Listen), checkListen("listen-tls", s.ListenTLS))
	if s.Metrics != "" {
		err = errors.Join(err, checkListen("metrics", s.Metrics))
	}
	if err != nil {
		return err
	}
	if s.SMTPHost != "" {
		if _, err := mail.ParseAddress(s.MailFrom); err != nil {
			return errors.New("--smtp-host needs a --mail-from that is an address")
		}
	}
	if err := s.Support.checkMailbox(); err != nil {
		return err
	}
	if s.SMSGateway == "kavenegar" && s.SMSKey == "" {
		return errors.New("--sms-gateway=kavenegar needs a --sms-key")
	}
	if s.SMSGateway == "http" && s.SMSURL == "" {
		return errors.New("--sms-gateway=http needs a --sms-url")
	}
	if err := s.checkPublicURL(); err != nil {
		return err
	}
	for _, p := range s.Proxies {
		if _, err := netip.ParsePrefix(p); err == nil {
			continue
		}
		if _, err := netip.ParseAddr(p); err != nil {
			return fmt.Errorf("--trusted-proxies: %q is neither an address nor a network such as 10.0.0.0/8", p)
		}
	}
	if s.Nextcloud != "" && !versionLike.MatchString(s.Nextcloud) {
		return errors.New("--nextcloud-version is three numbers, such as 33.0.8")
	}
	if err := checkCalled("--drill-url", s.DrillURL, "https://hc.example.org/ping/1234"); err != nil {
		return err
	}
	if err := checkCalled("--alarm-url", s.AlarmURL, "https://chat.example.org/hooks/1234"); err != nil {
		return err
	}
	if s.LocalName != "" && !localName.MatchString(s.LocalName) {
		return fmt.Errorf("--local-name: %q is no name such as anbar.local: small letters, digits and hyphens before .local", s.LocalName)
	}
	return s.Backup.check()
}

func (b *Backup) check() error {
	if b.BackupSecond != "" && (b.BackupTo == "" || b.BackupSecond == b.BackupTo) {
		return errors.New("--backup-second is another place than --backup-to, and needs one")
	}
	if b.BackupFenced && b.BackupTo == "" {
		return errors.New("--backup-fenced needs a --backup-to: there it is known whether another machine took over")
	}
	if b.BackupKeep < time.Hour {
		return errors.New("--backup-keep is an hour at least")
	}
	return nil
}

// checkPublicURL refuses what is no origin: pages and apps ask for their parts at the top of a name.
func (s *Serve) checkPublicURL() error {
	if s.PublicURL == "" {
		return nil
	}
	u, err := url.Parse(s.PublicURL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.RawQuery+u.Fragment != "" {
		return fmt.Errorf("--public-url: %q is no URL such as https://drive.example.org", s.PublicURL)
	}
	if u.Path != "" && u.Path != "/" {
		return fmt.Errorf("--public-url: the drive cannot lie below %s; give it a name of its own, such as https://drive.%s", u.Path,
			u.Host)
	}
	return nil
}

// checkCalled refuses a URL that cannot be called. Its path may be a secret, and is not repeated.
func checkCalled(flag, address, example string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return fmt.Errorf("%s is no URL such as %s", flag, example)
	}
	return nil
}

// checkListen finds an address that nothing can listen on.
func checkListen(flag, address string) error {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil || strings.ContainsAny(host, " /") {
		return fmt.Errorf("--%s: %q is no address to listen on; it is a port such as :8080, or an address of this machine with a "+
			"port such as 192.168.1.10:8080 or [::1]:8080", flag, address)
	}
	return nil
}

var localName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.local$`)

var versionLike = regexp.MustCompile(`^\d{1,3}\.\d{1,3}\.\d{1,3}$`)

// maxLocal is how long the name before the @ may be: a signed token of 30 letters follows it,
// and mail servers take 64.
const maxLocal = 34

// checkMailbox finds a mailbox of support that cannot be read or answered to.
func (s *Support) checkMailbox() error {
	if s.SupportMailbox == "" {
		return nil
	}
	u, err := url.Parse(s.SupportMailbox)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "imaps" && u.Scheme != "imap" {
		return errors.New("--support-mailbox is a URL such as imaps://mail.example.org/INBOX, without a user or a password")
	}
	if s.SupportAddress == "" {
		s.SupportAddress = s.SupportUser
	}
	a, err := mail.ParseAddress(s.SupportAddress)
	if err != nil || a.Address != s.SupportAddress || strings.IndexByte(a.Address, '@') > maxLocal {
		return errors.New("--support-mailbox needs a --support-address that is an address, with at most 34 letters before the @")
	}
	return nil
}

// Options teach kong the configuration file and the files of secrets.
func Options() []kong.Option {
	return []kong.Option{
		kong.Configuration(parseFile), kong.PostBuild(addSecretFiles), kong.WithBeforeApply(readSecrets),
		kong.UsageOnError(), kong.ShortUsageOnError(),
	}
}

// parseFile reads the lines of a configuration file. A setting that the environment
// has too is left to the environment.
func parseFile(r io.Reader) (kong.Resolver, error) {
	values, err := readLines(r)
	if err != nil {
		return nil, err
	}
	return &resolver{values: values}, nil
}

type resolver struct{ values map[string]string }

// Validate refuses names that are no flag of any command.
func (r *resolver) Validate(app *kong.Application) error {
	known := map[string]bool{}
	err := kong.Visit(app, func(n kong.Visitable, next kong.Next) error {
		if f, ok := n.(*kong.Flag); ok {
			known[f.Name] = true
		}
		return next(nil)
	})
	for name := range r.values {
		if !known[name] {
			err = errors.Join(err, fmt.Errorf("the configuration file sets %q, which is no setting", name))
		}
	}
	return err
}

// Resolve implements kong.Resolver.
func (r *resolver) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, env := range flag.Envs {
		if _, set := os.LookupEnv(env); set {
			return nil, nil
		}
	}
	if v, ok := r.values[flag.Name]; ok {
		return v, nil
	}
	return nil, nil
}

// ListSetFlags returns the names of the flags that the command line, the environment or the
// configuration file sets.
func ListSetFlags(k *kong.Context) map[string]bool {
	given := map[string]bool{}
	for _, p := range k.Path { // what the file gives is here, too
		if p.Flag != nil {
			given[p.Flag.Name] = true
		}
	}
	for _, f := range k.Flags() {
		for _, env := range f.Envs {
			if _, set := os.LookupEnv(env); set {
				given[f.Name] = true
			}
		}
	}
	return given
}
