//go:build !soak

package stories

import "time"

// How long the tests of kills and attacks are; `make soak` does far more.
const (
	kills       = 10
	importKills = 5
	storms      = 2 // only in the full tests
	promotions  = 12
	siege       = 10 * time.Second
	besieged    = 5 * time.Second // histories are made
	roundOf     = 2 * time.Second // one is
	troubles    = "kill pause cut slow stop"
	patience    = 20 * time.Second // for judging one
)
