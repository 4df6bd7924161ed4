package apitokens

import (
	"strings"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/db"
)

func (s *Service) mountDevices(r *api.Router) {
	api.Handle(r, api.Op{
		Call: "GET /accounts/connected-devices", Gate: api.Member,
		Does: "Your sync apps and mounted drives, the newest first",
	}, s.handleListDevices)
	api.Handle(r, api.Op{
		Call: "POST /accounts/connected-devices", Gate: api.Member,
		Does: "Make the token of a mounted drive; its secret is shown once", Status: 201,
		Fails: []*fault.Fault{fault.ReauthenticationRequired, fault.TooManyTokens},
	}, s.handleConnect)
	api.Handle(r, api.Op{
		Call: "DELETE /accounts/connected-devices/{token_id}", Gate: api.Member,
		Does:  "Disconnect a device; its copies stay on it",
		Fails: []*fault.Fault{fault.InvalidID},
	}, s.handleDisconnect)
	api.Handle(r, api.Op{
		Call: "POST /accounts/connected-devices/{token_id}/wipe", Gate: api.Member,
		Does:  "Disconnect a device, and have it delete its copies",
		Fails: []*fault.Fault{fault.InvalidID, fault.ReauthenticationRequired},
	}, s.handleWipe)
}

// ConnectedDevice is a sync app or a mounted drive as its owner sees it.
type ConnectedDevice struct {
	ID        db.TokenID `json:"token_id"`
	Name      string     `json:"name"`
	Client    string     `json:"client" enum:"nextcloud_desktop,nextcloud_android,nextcloud_ios,rclone,davfs2,gvfs,finder,explorer,office,cyberduck,other"`
	Version   string     `json:"version" doc:"of the client, as it says; empty when unknown"`
	System    string     `json:"system" doc:"Windows, macOS, Linux, Android, iOS, or empty"`
	Write     bool       `json:"may_write"`
	CanWipe   bool       `json:"can_wipe" doc:"it keeps copies that it deletes when told to"`
	CreatedAt api.Time   `json:"created_at"`
	LastSync  api.Time   `json:"last_sync" nullable:"true" doc:"its last request, to the minute"`
	Address   string     `json:"address" doc:"network address of the last request"`
	WipeAsked api.Time   `json:"wipe_asked_at" nullable:"true"`
	WipedAt   api.Time   `json:"wiped_at" nullable:"true" doc:"when it said that it deleted its copies"`
	Login     string     `json:"login,omitempty" doc:"user name for its password, once"`
	Token     string     `json:"token,omitempty" doc:"the secret, which is its password, once"`
}

func toConnectedDevice(t *db.APIToken) ConnectedDevice {
	c := ParseClient(t.Agent)
	return ConnectedDevice{
		ID: t.ID, Name: t.Name, Client: c.Kind, Version: c.Version, System: c.System, Write: t.Write,
		CanWipe: strings.HasPrefix(c.Kind, syncPrefix), CreatedAt: api.Time(t.CreatedAt), LastSync: api.Time(t.UsedAt), Address: t.Address,
		WipeAsked: api.Time(t.WipeAt), WipedAt: api.Time(t.WipedAt),
	}
}

// ConnectedDeviceList is the devices of a person.
type ConnectedDeviceList struct {
	Devices []ConnectedDevice `json:"devices"`
}

func (s *Service) handleListDevices(c *api.Call, _ *api.None) (*ConnectedDeviceList, error) {
	l := &ConnectedDeviceList{Devices: []ConnectedDevice{}}
	err := s.db.View(c, func(v *db.View) error {
		all, err := listByKind(v, c.Who.User, db.TokenDevice)
		for i := len(all) - 1; i >= 0; i-- {
			l.Devices = append(l.Devices, toConnectedDevice(&all[i]))
		}
		return err
	})
	return l, err
}

type connectIn struct {
	Name  string `json:"name"`
	Write bool   `json:"may_write,omitempty"`
}

func (s *Service) handleConnect(c *api.Call, in *connectIn) (*ConnectedDevice, error) {
	t, secret, err := s.Create(c, c.Who, TokenRequest{Kind: db.TokenDevice, Name: in.Name, Write: in.Write}, c.Origin())
	if err != nil {
		return nil, err
	}
	o := toConnectedDevice(t)
	o.Token = secret
	err = s.db.ViewOne(c, func(v *db.View) error {
		u, err := v.UserByID(c.Who.User)
		if err != nil {
			return err
		}
		o.Login = loginName(u)
		return nil
	})
	return &o, err
}

// loginName is what a person types as their user name: what they know by heart.
func loginName(u *db.User) string {
	switch {
	case u.Email != "":
		return u.Email
	case u.Mobile != "":
		return u.Mobile
	}
	return u.ID.String()
}

type deviceIn struct {
	ID db.TokenID `path:"token_id"`
}

func (s *Service) handleDisconnect(c *api.Call, in *deviceIn) (api.None, error) {
	return api.None{}, s.Revoke(c, c.Who, db.TokenDevice, in.ID, c.Origin())
}

func (s *Service) handleWipe(c *api.Call, in *deviceIn) (api.None, error) {
	return api.None{}, s.RequestWipe(c, c.Who, in.ID, c.Origin())
}
