package limits

import (
	"fmt"
	"time"
)

// Devices: programs that speak WebDAV or the protocol of Nextcloud.
const (
	WrongTokens     = 10 // that one address may send, then one after each pause
	WrongTokenPause = 30 * time.Second

	DeviceLogins     = 20     // that one address may have begun and not finished
	AllDeviceLogins  = 10_000 // the same of everybody
	DeviceLoginLife  = 20 * time.Minute
	DeviceForm       = 8 * kib // of a request that begins or asks about one
	ConnectedDevices = 50      // of one person
)

// devices are the rows of the table about that.
var devices = []Row{
	{"wrong tokens of devices", "address", pace(WrongTokens, WrongTokenPause), "429; a right one still works"},
	{
		"devices that wait for their person's answer", "address",
		fmt.Sprintf("%d of %d for all, for %s", DeviceLogins, AllDeviceLogins, span(DeviceLoginLife)), "429",
	},
	{"connected devices, and API tokens", "person", fmt.Sprintf("%d of each", ConnectedDevices), "422"},
}
