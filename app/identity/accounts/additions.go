package accounts

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"anbar/app/base/api"
	"anbar/app/base/fault"
	"anbar/app/identity/twofactor"
	"anbar/db"
)

// The ways to sign in, or to let programs sign in, beside the password.
const (
	APIToken   = "api_token"
	PasskeyWay = "passkey"
	Provider   = "provider"
	SecondStep = "second_step"
)

// recentPeriod is how old a break-in may be: additions since then are shown when the password is
// replaced, because they work with the new password too.
const recentPeriod = 30 * 24 * time.Hour

// Remover ends something of a kind that a user has, in the transaction that replaces their
// password.
type Remover func(tx *db.Tx, user db.UserID, id string, from api.Origin) error

// Removers holds an End for each kind of addition.
type Removers struct{ APIToken, Passkey, Provider, SecondStep Remover }

func (e *Removers) forKind(kind string) Remover {
	return map[string]Remover{APIToken: e.APIToken, PasskeyWay: e.Passkey, Provider: e.Provider, SecondStep: e.SecondStep}[kind]
}

// Addition is something that was added lately.
type Addition struct {
	Kind   string   `json:"kind" enum:"api_token,passkey,provider,second_step"`
	ID     string   `json:"id" doc:"for a provider its name in the configuration, for a second step its method"`
	Name   string   `json:"name" doc:"for a provider the address there, for a second step the masked address or number that gets its codes"`
	At     api.Time `json:"created_at"`
	CanEnd bool     `json:"can_end" doc:"false for second steps when no older one would remain, so that a reset link alone cannot bypass two-step login"`
}

// SchemaName implements api.SchemaNamer.
func (Addition) SchemaName() string { return "AccountAdded" }

// listAdditions lists the additions since lately, newest first.
func listAdditions(v *db.View, user db.UserID) ([]Addition, error) {
	tokens, e1 := v.APITokensOf(user)
	keys, e2 := v.PasskeysOf(user)
	abroad, e3 := v.IdentitiesOf(user)
	steps, e4 := v.TwoFactorsOf(user)
	if err := errors.Join(e1, e2, e3, e4); err != nil {
		return nil, err
	}
	all := []Addition{}
	add := func(kind, id, name string, at time.Time, ends bool) {
		if v.Now.Sub(at) < recentPeriod {
			all = append(all, Addition{Kind: kind, ID: id, Name: name, At: api.Time(at), CanEnd: ends})
		}
	}
	for _, t := range tokens {
		add(APIToken, t.ID.String(), t.Name, t.CreatedAt, true)
	}
	for _, k := range keys {
		add(PasskeyWay, k.ID.String(), k.Name, k.CreatedAt, true)
	}
	for _, i := range abroad {
		add(Provider, i.Provider, i.Email, i.CreatedAt, true)
	}
	older := slices.ContainsFunc(steps, func(f db.TwoFactor) bool { return v.Now.Sub(f.CreatedAt) >= recentPeriod })
	for _, f := range steps {
		name := ""
		if f.Target != "" {
			name = twofactor.Mask(f.Target)
		}
		add(SecondStep, f.Method, name, f.CreatedAt, older)
	}
	slices.SortStableFunc(all, func(a, b Addition) int { return cmp.Compare(time.Time(b.At).UnixNano(), time.Time(a.At).UnixNano()) })
	return all, nil
}

// AdditionKey names an addition that ends with the password.
type AdditionKey struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

// SchemaName implements api.SchemaNamer.
func (AdditionKey) SchemaName() string { return "AccountEnded" }

// removeAdditions ends the chosen additions.
func (s *Service) removeAdditions(tx *db.Tx, user db.UserID, chosen []AdditionKey, from api.Origin) error {
	if len(chosen) == 0 {
		return nil
	}
	all, err := listAdditions(tx.ReadOnly(), user)
	if err != nil {
		return err
	}
	for _, c := range chosen {
		fn := s.removers.forKind(c.Kind)
		may := slices.ContainsFunc(all, func(a Addition) bool { return a.Kind == c.Kind && a.ID == c.ID && a.CanEnd })
		if fn == nil || !may {
			return fault.InvalidID
		}
		if err := fn(tx, user, c.ID, from); err != nil {
			return err
		}
	}
	return nil
}
