package limits

import "time"

// Devices: programs that speak WebDAV or the protocol of Nextcloud.
const (
	WrongTokens     = 10 // that one address may send, then one after each pause
	WrongTokenPause = 30 * time.Second
)

// devices are the rows of the table about that.
var devices = []Row{
	{"wrong tokens of devices", "address", pace(WrongTokens, WrongTokenPause), "429; a right one still works"},
}
