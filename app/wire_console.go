package app

import (
	"time"

	"anbar/app/operation/console"
	"anbar/app/operation/jobs"
)

// jobsOf is the background work of the console.
func jobsOf(machine *console.System) []jobs.Job {
	return []jobs.Job{
		{Name: "storage_note", Every: time.Hour, Run: machine.RecordDisk},
		{Name: console.GrowthNote, Every: time.Hour, Run: machine.RecordGrowth},
		{Name: "attention_watch", Every: 5 * time.Minute, Run: machine.WatchAttention},
	}
}
