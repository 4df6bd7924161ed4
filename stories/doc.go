// Package stories tests the whole product from outside: what people do with it, and
// what an attacker tries, in testdata/script; every call by every kind of caller; crashes,
// histories of concurrent clients, and the goldens of what the product promises.
package stories
