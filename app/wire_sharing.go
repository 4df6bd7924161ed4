package app

import (
	"time"

	"anbar/app/gate"
	"anbar/app/members"
	"anbar/app/roles"
	"anbar/app/shares"
	"anbar/app/uploadboxes"
)

// sharing is the features that let others at files: members and their roles, links and
// upload boxes.
type sharing struct {
	members *members.Service
	roles   *roles.Service
	shares  *shares.Service
	boxes   *uploadboxes.Service
}

func wireSharing(b *base, i *identity, f *fileFeatures) *sharing {
	visitors := gate.New(b.db, b.mails)
	return &sharing{
		members: i.members,
		roles:   roles.New(b.db, b.mails, b.url),
		shares:  shares.New(shares.Options{DB: b.db, Downloads: f.downloads, Gate: visitors, Mails: b.mails, URL: b.url, Log: b.log}),
		boxes: uploadboxes.New(uploadboxes.Options{
			DB: b.db, Uploads: f.uploads, Gate: visitors, Mails: b.mails, Tokens: i.tokens, URL: b.url, Log: b.log,
		}),
	}
}

func (s *sharing) features() []feature { return []feature{s.members, s.roles, s.shares, s.boxes} }

func (s *sharing) jobs() []job {
	return []job{
		{"find links that give nothing any more", time.Minute, s.shares.Check},
		{"forget deleted links", 24 * time.Hour, s.shares.Expire},
		{"tell what came through upload boxes", 20 * time.Second, s.boxes.Tell},
		{"remove what came through upload boxes", time.Minute, s.boxes.Remove},
		{"look after upload boxes", time.Minute, s.boxes.Check},
		{"forget upload boxes", 24 * time.Hour, s.boxes.Purge},
	}
}
