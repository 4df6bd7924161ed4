// Package stories tests the whole product from outside: stories of users and attackers
// in testdata/script, every call by every kind of caller, crashes, histories of
// concurrent clients, and the golden files of the API.
package stories
