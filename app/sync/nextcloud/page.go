package nextcloud

import (
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/apitokens"
)

func (s *Service) mountPage(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "POST /accounts/device-login", Gate: api.Member,
		Does:  "The device that asks for access to your files",
		Fails: []*fault.Fault{fault.InvalidToken},
	}, s.handleShowDeviceLogin)
	api.Handle(r, api.Op{
		Call: "POST /accounts/device-login/allow", Gate: api.Member,
		Does:  "Let that device sync all your files",
		Fails: []*fault.Fault{fault.InvalidToken, fault.ReauthenticationRequired, fault.TooManyTokens},
	}, s.handleAllowDeviceLogin)
	api.Handle(r, api.Op{
		Call: "POST /accounts/device-login/deny", Gate: api.Member,
		Does:  "Refuse that device",
		Fails: []*fault.Fault{fault.InvalidToken},
	}, s.handleDenyDeviceLogin)
}

type flowIn struct {
	Flow string `json:"flow" doc:"secret of the page's address"`
}

// DeviceLogin is a device that waits for its person's answer.
type DeviceLogin struct {
	Name        string   `json:"name" doc:"of the device, as it says"`
	Client      string   `json:"client" enum:"nextcloud_desktop,nextcloud_android,nextcloud_ios,rclone,davfs2,gvfs,finder,explorer,office,cyberduck,other"`
	System      string   `json:"system" doc:"Windows, macOS, Linux, Android, iOS, or empty"`
	Address     string   `json:"address" doc:"network address that it asks from"`
	SameAddress bool     `json:"same_address" doc:"that is the address of this call, too"`
	CreatedAt   api.Time `json:"created_at"`
	ExpiresAt   api.Time `json:"expires_at"`
}

func (s *Service) handleShowDeviceLogin(c *api.Call, in *flowIn) (*DeviceLogin, error) {
	l, err := s.LoadDeviceLogin(c, in.Flow)
	if err != nil {
		return nil, err
	}
	client := apitokens.ParseClient(l.Agent)
	return &DeviceLogin{
		Name: l.Name, Client: client.Kind, System: client.System, Address: l.Address, SameAddress: l.Address == api.ClientAddress(c.R),
		CreatedAt: api.Time(l.CreatedAt), ExpiresAt: api.Time(l.ExpiresAt),
	}, nil
}

// DeviceAllowed says how a device gets its token.
type DeviceAllowed struct {
	Redirect string `json:"redirect" doc:"URL that hands the token over; empty when the device fetches it itself"`
}

func (s *Service) handleAllowDeviceLogin(c *api.Call, in *flowIn) (*DeviceAllowed, error) {
	to, err := s.AllowLogin(c, c.Who, in.Flow, s.originURL(c.R), c.Origin())
	return &DeviceAllowed{to}, err
}

func (s *Service) handleDenyDeviceLogin(c *api.Call, in *flowIn) (api.None, error) {
	return api.None{}, s.DenyLogin(c, in.Flow)
}
