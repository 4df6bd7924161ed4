package app

import (
	"time"

	"anbar/app/boxes"
	"anbar/app/gate"
	"anbar/app/guests"
	"anbar/app/links"
	"anbar/app/members"
	"anbar/app/roles"
)

// sharing is the features that let others at files: members, their roles and guests, links and
// upload boxes.
type sharing struct {
	members *members.Service
	roles   *roles.Service
	guests  *guests.Service
	links   *links.Service
	boxes   *boxes.Service
}

func wireSharing(b *base, i *identity, f *fileFeatures) *sharing {
	visitors := gate.New(b.db, b.mails)
	return &sharing{
		members: i.members,
		roles:   roles.New(b.db),
		guests:  guests.New(b.db, b.mails, b.url),
		links: links.New(links.Options{
			DB: b.db, Downloads: f.downloads, Search: f.search, Gate: visitors, Mails: b.mails, URL: b.url, Log: b.log,
		}),
		boxes: boxes.New(boxes.Options{
			DB: b.db, Uploads: f.uploads, Gate: visitors, Mails: b.mails, Tokens: i.tokens, URL: b.url, Log: b.log,
		}),
	}
}

func (s *sharing) features() []feature {
	return []feature{s.members, s.roles, s.guests, s.links, s.boxes}
}

func (s *sharing) jobs() []job {
	return []job{
		{"find links that give nothing any more", time.Minute, s.links.Check},
		{"forget deleted links", 24 * time.Hour, s.links.Expire},
		{"tell what came through upload boxes", 20 * time.Second, s.boxes.Tell},
		{"remove what came through upload boxes", time.Minute, s.boxes.Remove},
		{"look after upload boxes", time.Minute, s.boxes.Check},
		{"forget upload boxes", 24 * time.Hour, s.boxes.Purge},
	}
}
