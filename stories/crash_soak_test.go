//go:build soak

package stories

import "time"

const (
	kills       = 200
	importKills = 20
	storms      = 200
	promotions  = 200
	siege       = 10 * time.Minute
	besieged    = 20 * time.Minute
	roundOf     = 3 * time.Second
	troubles    = "kill pause cut slow stop kill outage pause cut slow stop"
	patience    = time.Minute
)
