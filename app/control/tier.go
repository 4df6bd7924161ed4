package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/fault"
	"anbar/app/base/progress"
	"anbar/app/base/settings"
	"anbar/app/operation/backup"
	"anbar/app/operation/console"
)

// setTier has contents leave the disk after days without a reader, or come back with 0, and writes what follows to out. A cache of 0 stays
// as it is.
func (c *Commands) setTier(ctx context.Context, out io.Writer, days int, cache int64) error {
	if days > 0 && c.Backup.Runner == nil {
		return errors.New("no backup target is set: contents can only leave the disk when they are somewhere else")
	}
	err := c.Tier.Change(ctx, func(v *settings.TierValues) {
		v.Days = days
		if cache > 0 {
			v.Cache = cache
		}
	})
	if err != nil {
		return err
	}
	if days == 0 {
		objects, bytes := c.Blobs.CountAway()
		if objects == 0 {
			_, err = fmt.Fprintln(out, "everything is on the disk, and stays there")
			return err
		}
		_, err = fmt.Fprintf(out, "%d objects with %s come back from now on; \"anbar tier status\" says how far that is\n", objects,
			progress.FormatBytes(bytes))
		return err
	}
	_, err = fmt.Fprintf(out, "what nobody reads for %d days leaves the disk, once each target has proved it twice with a day in between\n",
		days)
	if err != nil {
		return err
	}
	if err := c.Tier.Run(ctx); err != nil {
		return err
	}
	return c.writeTierStatus(ctx, out)
}

// runSetTier is setTier for a request.
func (c *Commands) runSetTier(ctx context.Context, out io.Writer, r *http.Request) error {
	days, err := strconv.Atoi(r.FormValue("days"))
	cache, wrong := int64(0), error(nil)
	if text := r.FormValue("cache"); text != "" {
		cache, wrong = strconv.ParseInt(text, 10, 64)
	}
	if err != nil || wrong != nil {
		return fault.InvalidValue
	}
	return c.setTier(ctx, out, days, cache)
}

func (c *Commands) showTier(ctx context.Context, out io.Writer, isJSON bool) error {
	if isJSON {
		return json.NewEncoder(out).Encode(c.Tier.State())
	}
	return c.writeTierStatus(ctx, out)
}

// writeTierStatus writes where contents are, and what of them is lost.
func (c *Commands) writeTierStatus(ctx context.Context, out io.Writer) error {
	s := c.Tier.State()
	objects, bytes := c.Blobs.CountAway()
	if s == nil && objects > 0 {
		_, err := fmt.Fprintf(out, "off: there is no backup target, and %d objects with %s are still where a restore left them\n", objects,
			progress.FormatBytes(bytes))
		return err
	}
	if err := writeTier(out, s); err != nil {
		return err
	}
	var lost backup.Findings
	if err := lost.AddLost(ctx, c.DB, c.Blobs, c.Backup.ListLost()); err != nil {
		return err
	}
	return lost.WriteLost(out)
}

type tierLine struct{ name, text string }

// writeTier writes for people where contents are, and why others do not leave the disk. s is nil for an appliance without a target.
func writeTier(out io.Writer, s *console.TierState) error {
	if s == nil {
		_, err := fmt.Fprintln(out, "off: there is no backup target, and everything is on the disk")
		return err
	}
	state := "off"
	if s.Days > 0 {
		state = fmt.Sprintf("on: after %d days without a reader", s.Days)
	}
	lines := []tierLine{
		{"tier", state},
		{"at the targets", fmt.Sprintf("%d objects with %s", s.Objects, progress.FormatBytes(s.Bytes))},
		{"targets", strings.Join(s.Targets, ", ")},
		{"cache", fmt.Sprintf("%s of %s", progress.FormatBytes(s.Cached), progress.FormatBytes(s.Cache))},
		{"read since start", fmt.Sprintf("%s from the targets, %s from the cache", progress.FormatBytes(s.Fetched),
			progress.FormatBytes(s.Hits))},
	}
	if s.Days > 0 {
		lines = append(lines, tierLine{"wait for a proof", fmt.Sprintf("%d objects with %s", s.Waiting,
			progress.FormatBytes(s.WaitingBytes))})
		looked := "not since the start"
		if at := time.Time(s.RanAt); !at.IsZero() {
			looked = at.Local().Format(time.RFC3339)
		}
		lines = append(lines, tierLine{"last look", looked})
	}
	if s.StoredPrice > 0 {
		lines = append(lines, tierLine{"costs", fmt.Sprintf("%.2f %s a month", s.StoredPrice*float64(s.Bytes)/(1<<30),
			s.Currency)})
	}
	if why := tierObstacles[s.Obstacle]; why != "" {
		lines = append(lines, tierLine{"nothing leaves", fmt.Sprintf(why, s.Target)})
	}
	if s.Problem != "" {
		lines = append(lines, tierLine{"nothing comes", s.Problem})
	}
	for _, l := range lines {
		if l.text == "" {
			continue
		}
		if _, err := fmt.Fprintf(out, "%-17s %s\n", l.name+":", l.text); err != nil {
			return err
		}
	}
	return nil
}

var tierObstacles = map[string]string{
	"no_target": "no backup target is set%s",
	"trouble":   "the copies at %s are in trouble, or are not there yet; see \"anbar doctor\"",
	"drill":     "no rehearsal of a restore from %s went well in the last 7 days; run \"anbar drill\"",
}
