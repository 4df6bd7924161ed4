package nextcloud

import (
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"anbar/app/base/access"
	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/base/limits"
	"anbar/app/drive/activity"
	"anbar/db"
)

const (
	activityCall = "apps/activity/api/v2/activity"
	activityPage = 50
)

// activityTexts are what people did to files and directories, in Persian and in English.
var activityTexts = map[string][2]string{
	"create":  {"{who} «{what}» را ساخت", "{who} created {what}"},
	"rename":  {"{who} نام «{what}» را تغییر داد", "{who} renamed {what}"},
	"move":    {"{who} «{what}» را منتقل کرد", "{who} moved {what}"},
	"copy":    {"{who} «{what}» را کپی کرد", "{who} copied {what}"},
	"delete":  {"{who} «{what}» را به سطل بازیافت منتقل کرد", "{who} moved {what} to the trash"},
	"restore": {"{who} «{what}» را از سطل بازیافت بازگرداند", "{who} restored {what}"},
	"purge":   {"{who} «{what}» را برای همیشه حذف کرد", "{who} permanently deleted {what}"},
	"version": {"{who} «{what}» را تغییر داد", "{who} changed {what}"},
	"earlier": {"{who} نسخهٔ پیشین «{what}» را بازگرداند", "{who} restored an earlier version of {what}"},
	"link":    {"{who} لینکی برای «{what}» ساخت", "{who} created a link to {what}"},
	"unlink":  {"{who} لینک «{what}» را حذف کرد", "{who} deleted the link to {what}"},
}

// actionTexts are the activities that apps hear of, and the deed in each.
var actionTexts = map[activity.Action]string{
	activity.FileCreate: "create", activity.DirectoryCreate: "create", activity.FileRename: "rename", activity.DirectoryRename: "rename",
	activity.FileMove: "move", activity.DirectoryMove: "move", activity.FileCopy: "copy", activity.DirectoryCopy: "copy",
	activity.FileDelete: "delete", activity.DirectoryDelete: "delete", activity.FileRestore: "restore",
	activity.DirectoryRestore: "restore", activity.FilePurge: "purge", activity.DirectoryPurge: "purge",
	activity.VersionCreate: "version", activity.EditorSave: "version", activity.VersionRestore: "earlier", activity.LinkCreate: "link",
	activity.LinkDelete: "unlink",
}

func listReportedActions() []string {
	var all []string
	for a := range actionTexts {
		all = append(all, string(a))
	}
	return all
}

// routeActivity answers the calls about what happened; nil for a call that is none of them. Apps keep
// the place in the list in 31 bits: it is a second.
func (s *Service) routeActivity(c *api.Call, call string) (*reply, error) {
	rest, ok := strings.CutPrefix(call, "GET "+activityCall)
	if !ok || rest != "" && rest != "/all" && rest != "/filter" {
		return nil, nil
	}
	q := c.R.URL.Query()
	until := time.Now().Add(time.Minute)
	if since := parseNumber(q.Get("since")); since > 0 {
		until = time.Unix(since, 0)
	}
	places, err := s.listPlaces(c, db.NodeID(parseNumber(q.Get("object_id"))))
	if err != nil {
		return s.toShareReply(err)
	}
	first := db.ActivityID(db.FirstIDAt(until))
	f := db.ActivityFilter{Actions: listReportedActions(), BelowID: first, Limit: limits.BulkFiles + activityPage}
	all, people, err := s.listActivities(c, places, f)
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return errorReply(http.StatusNotModified, "No more"), nil
	}
	c.W.Header().Set("X-Activity-Last-Given", strconv.FormatInt(all[len(all)-1].ID.Time().Unix(), 10))
	return s.renderActivities(c, all, people)
}

// listActivities lists a page of what happened at places, and who did it. Places that the person may not see are left out.
func (s *Service) listActivities(c *api.Call, places []activity.Place, f db.ActivityFilter) (
	all []db.Activity, people map[db.UserID]db.Person, err error,
) {
	people = map[db.UserID]db.Person{}
	for _, at := range places {
		l, err := s.Activity.List(c, c.Who, at, f)
		if errors.Is(err, fault.PermissionDenied) || errors.Is(err, fault.InvalidID) {
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		all = append(all, l.Entries...)
		maps.Copy(people, l.People)
	}
	slices.SortFunc(all, func(a, b db.Activity) int { return b.ID.Time().Compare(a.ID.Time()) })
	return cutAtSecond(all), people, nil
}

// cutAtSecond returns the first page of activities, and all that share the second of its last: the next page begins before it.
func cutAtSecond(all []db.Activity) []db.Activity {
	if len(all) <= activityPage {
		return all
	}
	last := all[activityPage-1].ID.Time().Unix()
	i := slices.IndexFunc(all, func(a db.Activity) bool { return a.ID.Time().Unix() < last })
	if i < 0 {
		return all
	}
	return all[:i]
}

// listPlaces are those that the person may see, or that of one item.
func (s *Service) listPlaces(c *api.Call, id db.NodeID) ([]activity.Place, error) {
	return db.Get(c, s.DB, func(v *db.View) (places []activity.Place, err error) {
		if id != 0 {
			there, err := access.Anywhere(v, c.Who, id)
			if err != nil {
				return nil, err
			}
			at := activity.Place{Space: there.Space.ID, Directory: id}
			if there.Kind == db.File {
				at.Directory, at.File = there.Parent, id
			}
			places = append(places, at)
			return places, nil
		}
		ids, err := listSpaceIDs(v, c.Who)
		for _, space := range ids {
			places = append(places, activity.Place{Space: space, Drive: activity.Shared}, activity.Place{Space: space,
				Drive: activity.My})
		}
		return places, err
	})
}

func (s *Service) renderActivities(c *api.Call, all []db.Activity, people map[db.UserID]db.Person) (*reply, error) {
	language := 0
	err := s.DB.ViewOne(c, func(v *db.View) error {
		u, err := v.UserByID(c.Who.User)
		if err == nil && u.Language == "en" {
			language = 1
		}
		return toInvalidID(err)
	})
	list := []any{}
	for i := range all {
		a := &all[i]
		who := strings.TrimSpace(people[a.User].FirstName + " " + people[a.User].LastName)
		subject := strings.NewReplacer("{who}", who, "{what}", a.Name).Replace(activityTexts[actionTexts[activity.Action(
			a.Action)]][language])
		at := a.ID.Time().UTC().Format(time.RFC3339)
		list = append(list, object{
			{"activity_id", shareNumber(a.ID.String())}, {"app", "files"}, {"type", a.Action}, {"user", a.User.String()},
			{"affecteduser", c.Who.User.String()}, {"subject", subject}, {"subject_rich", []any{subject, object{}}}, {"message", ""},
			{"message_rich", []any{"", object{}}}, {"object_type", "files"}, {"object_id", strconv.FormatInt(a.Target, 10)},
			{"object_name", a.Name},
			{"link", ""}, {"icon", ""}, {"datetime", at}, {"date", at}, {"previews", []any{}},
		})
	}
	return okReply(list), err
}
