package latchkey

import (
	"context"
	"fmt"
	"maps"
)

// unitsBefore is what is known of the units of an activation before a renewal of its lease.
type unitsBefore struct {
	// token is the stored lease, which may be that of another activation, or empty.
	token string
	// isKnown says that a stored lease says which units the activation has.
	isKnown bool
	// isUnanswered says that a settlement was sent before, whose answer is not stored.
	isUnanswered bool
	// isStored says that the units may be settled and others be taken: it is stored that the application uses none of them any more.
	isStored bool
	// settled is nil if there is nothing to settle.
	settled object
	// left is what the application has not used, and wanted what it wants of each lease.
	left, wanted map[string]int64
}

// Use uses units of a counter that came with the lease, without a network, and returns how many are left: what is used is stored before.
// Refused are more than is left (COUNTER_LIMIT_REACHED), a counter of which the lease has none (INVALID_REQUEST), a lease that is over
// (LEASE_ENDED, REVOKED, DISABLED) or was settled (UNITS_SETTLED), and a clock that was set back (CLOCK_SET_BACK).
func (c *Client) Use(counter string, units int64) (left int64, err error) {
	if units < 1 {
		return 0, &RefusedError{Code: "INVALID_REQUEST", Status: 422, Detail: "Units are a whole number from 1."}
	}
	unlock, err := c.storage.Lock()
	if err != nil {
		return 0, err
	}
	defer unlock()
	state, err := c.Check()
	if err != nil {
		return 0, err
	}
	if !state.Usable {
		return 0, unusable(state.Reason)
	}
	granted, hasCounter := state.Lease.Units[counter]
	if !hasCounter {
		detail := fmt.Sprintf("The lease has no units of counter `%s`.", counter)
		return 0, &RefusedError{Code: "INVALID_REQUEST", Status: 422, Detail: detail}
	}
	stored, err := c.unitsOf(state.Lease)
	if err != nil {
		return 0, err
	}
	if stored == nil {
		return 0, &RefusedError{Code: "UNITS_SETTLED", Status: 403, Detail: "The units of the lease are settled. Renew it."}
	}
	left = max(0, granted-stored.Used[counter])
	if units > left {
		detail := fmt.Sprintf("The lease has %d units of counter `%s` left.", left, counter)
		return 0, &RefusedError{Code: "COUNTER_LIMIT_REACHED", Status: 400, Detail: detail}
	}
	stored.Used[counter] += units
	if err := c.records.writeUnits(*stored); err != nil {
		return 0, err
	}
	return left - units, nil
}

// UnitsLeft says how many units of each counter are left to be used without a network; none without a lease that is usable.
func (c *Client) UnitsLeft() (map[string]int64, error) {
	state, err := c.Check()
	if err != nil || !state.Usable {
		return map[string]int64{}, err
	}
	stored, err := c.unitsOf(state.Lease)
	if err != nil {
		return nil, err
	}
	if stored == nil {
		return without(state.Lease.Units, state.Lease.Units), nil
	}
	return without(state.Lease.Units, stored.Used), nil
}

// unusable says why no units of a lease can be used that is not usable itself.
func unusable(reason string) error {
	switch reason {
	case "no_lease":
		return ErrNotActivated
	case "clock_set_back":
		detail := "The clock of the machine shows a time before one that was seen earlier."
		return &RefusedError{Code: "CLOCK_SET_BACK", Status: 403, Detail: detail}
	case "expired":
		return &RefusedError{Code: "LEASE_ENDED", Status: 403, Detail: "The lease and its grace are over. Renew it."}
	case "revoked":
		return &RefusedError{Code: "REVOKED", Status: 403, Detail: "The license key or the activation of the lease has ended."}
	case "suspended":
		return &RefusedError{Code: "DISABLED", Status: 403, Detail: "The license key of the lease is disabled."}
	}
	return untrusted(reason)
}

func without(units, used map[string]int64) map[string]int64 {
	left := make(map[string]int64, len(units))
	for counter, count := range units {
		left[counter] = max(0, count-used[counter])
	}
	return left
}

// unitsOf returns what is stored of the units of a lease that may be used; nil if they were settled, and the answer is not stored.
func (c *Client) unitsOf(lease *Lease) (*storedUnits, error) {
	stored, err := c.records.units()
	if err != nil || stored == nil || string(stored.UnitsID) != lease.UnitsID || stored.Settling {
		return nil, err
	}
	return stored, nil
}

// settleUnits stores that the application uses none of its units any more, which the renewal then settles. With a [*NotStoredError] it may
// not settle them.
func (c *Client) settleUnits(activationID string) (unitsBefore, error) {
	before, _, err := c.knownUnits(activationID)
	if err != nil || before.isStored {
		return before, err
	}
	unlock, err := c.storage.Lock()
	if err != nil {
		return before, &NotStoredError{err}
	}
	defer unlock()
	before, stored, err := c.knownUnits(activationID)
	if err != nil || before.isStored {
		return before, err
	}
	stored.Settling = true
	if err := c.records.writeUnits(*stored); err != nil {
		return before, &NotStoredError{err}
	}
	before.isStored = true
	return before, nil
}

func (c *Client) knownUnits(activationID string) (unitsBefore, *storedUnits, error) {
	before := unitsBefore{isStored: true, wanted: map[string]int64{}}
	current, err := c.records.lease()
	if err != nil {
		return before, nil, err
	}
	if current != nil {
		before.token = current.Lease
	}
	lease, err := c.storedLease()
	if err != nil {
		return before, nil, err
	}
	stored, err := c.records.units()
	if err != nil {
		return before, nil, err
	}
	if stored != nil && stored.ActivationID == activationID {
		before.wanted = stored.Wanted
	}
	before.isKnown = lease != nil && lease.ActivationID == activationID
	if !before.isKnown || lease.UnitsID == "" {
		return before, stored, nil
	}
	// Units of which it is not known what was used count as used.
	used := lease.Units
	if isOfLease := stored != nil && string(stored.UnitsID) == lease.UnitsID; isOfLease {
		used = stored.Used
		before.isUnanswered, before.isStored = stored.Settling, stored.Settling
	} else {
		before.isUnanswered = stored != nil
	}
	before.left = without(lease.Units, used)
	before.settled = object{"units_id": lease.UnitsID, "units": without(lease.Units, before.left)}
	return before, stored, nil
}

// takes returns what a renewal asks for, one after the other, until the service has so many: what is wanted, or what was left, or nothing.
func (before unitsBefore) takes(wanted map[string]int64, isRepeated bool) []map[string]int64 {
	if len(wanted) == 0 || before.settled == nil && !isRepeated {
		return []map[string]int64{wanted}
	}
	take := map[string]int64{}
	for counter, units := range wanted {
		take[counter] = min(units, before.left[counter])
	}
	maps.DeleteFunc(take, func(_ string, units int64) bool { return units == 0 })
	if len(take) == 0 {
		return []map[string]int64{wanted, nil}
	}
	return []map[string]int64{wanted, take, nil}
}

// Lease gets a lease, or renews it, and stores it. It returns what [Client.Check] says from now on; with a [*NotStoredError] until the program
// ends. A renewal settles the units of counters that were used, and takes as many as [Client.LeaseWithUnits] has said, or, if there are no
// more, as many as were left.
func (c *Client) Lease(ctx context.Context) (LicenseState, error) {
	return c.renewLease(ctx, nil, true)
}

// LeaseWithUnits is [Client.Lease], and says how many units of each counter the application wants to use without a network, of this lease and
// of those that follow. A refusal of units is returned, whether the lease could be renewed without them or not.
func (c *Client) LeaseWithUnits(ctx context.Context, units map[string]int64) (LicenseState, error) {
	return c.renewLease(ctx, units, false)
}

func (c *Client) renewLease(ctx context.Context, units map[string]int64, isRepeated bool) (LicenseState, error) {
	ctx, _ = c.transport.begin(ctx)
	_, known, err := c.presented()
	if err != nil {
		return LicenseState{}, err
	}
	before, notSettled := c.settleUnits(string(known.ActivationID))
	wanted := units
	if isRepeated {
		wanted = before.wanted
	}
	if notSettled == nil && (len(wanted) > 0 || !isRepeated) && (before.settled == nil || before.isUnanswered) {
		// What an activation has is known before it takes more: of an answer that was lost, and where the storage was.
		if state, err := c.renewTaking(ctx, before, nil, before.wanted); err != nil && !isNotStored(err) {
			return state, err
		}
		before, notSettled = c.settleUnits(string(known.ActivationID))
	}
	if notSettled != nil {
		if !isNotStored(notSettled) {
			return LicenseState{}, notSettled
		}
		state, err := c.renewTaking(ctx, before, nil, before.wanted)
		if err == nil {
			err = notSettled
		}
		return state, err
	}
	var refused error
	for _, take := range before.takes(wanted, isRepeated) {
		kept := wanted
		if refused != nil {
			kept = before.wanted
		}
		state, err := c.renewTaking(ctx, before, take, kept)
		if refusal := refusalOf(err); len(take) > 0 && refusal != nil && (refusal.Code == "COUNTER_LIMIT_REACHED" || refusal.Status == 422) {
			if refused == nil {
				refused = err
			}
			continue
		}
		if err == nil && !isRepeated {
			err = refused
		}
		return state, err
	}
	return LicenseState{}, refused
}

// renewTaking sends one request. Repeated, it takes no units again.
func (c *Client) renewTaking(ctx context.Context, before unitsBefore, take, wanted map[string]int64) (LicenseState, error) {
	body, known, err := c.presented()
	if err != nil {
		return LicenseState{}, err
	}
	headers := map[string]string{}
	if before.settled != nil && before.isStored {
		body["settled"] = before.settled
	}
	if len(take) > 0 {
		body["units"] = take
		if headers["Idempotency-Key"], err = newUUID(); err != nil {
			return LicenseState{}, err
		}
	}
	answered, err := c.service.callSigned(ctx, "lease", body, "nonce", headers)
	if err != nil {
		return LicenseState{}, err
	}
	token := textOf(answered.body["lease"])
	kid, err := kidOf(token, maxToken)
	if err != nil {
		return LicenseState{}, err
	}
	keys, err := c.service.keysWith(ctx, kid, answered.signedAt)
	if err != nil {
		return LicenseState{}, err
	}
	deviceID, err := c.DeviceID()
	if err != nil {
		return LicenseState{}, err
	}
	lease, err := openLease(token, keys.Keys, c.signers, Expected{deviceID, string(known.LicenseKeyID), answered.nonce, c.benefitIDs})
	if err != nil {
		return LicenseState{}, err
	}
	if err := c.clock.correct(answered.signedAt.Unix()); err != nil {
		return LicenseState{}, err
	}
	notStored := c.storeLease(lease, newLease(lease, token, keys.token), before, wanted)
	if notStored != nil && !isNotStored(notStored) {
		return LicenseState{}, notStored
	}
	state, err := c.Check()
	if err != nil {
		return LicenseState{}, err
	}
	return state, notStored
}

// storeLease stores a lease with its units, if it is of the activation that the application has now.
func (c *Client) storeLease(lease *Lease, renewed storedLease, before unitsBefore, wanted map[string]int64) error {
	defer c.lock()()
	current, err := c.records.license()
	if err != nil {
		return err
	}
	if current == nil || string(current.ActivationID) != lease.ActivationID {
		return ErrNotActivated
	}
	known, err := c.records.units()
	if err != nil {
		return err
	}
	stored, err := c.records.lease()
	if err != nil {
		return err
	}
	token, unitsID := "", ""
	if stored != nil {
		token = stored.Lease
	}
	if known != nil {
		unitsID = string(known.UnitsID)
	}
	isOfLease := unitsID == lease.UnitsID
	if !isOfLease && token != before.token {
		// Another process has renewed the lease since, and has settled these units.
		return nil
	}
	var notStored error
	if known != nil || lease.UnitsID != "" || len(wanted) > 0 {
		units := storedUnits{ActivationID: lease.ActivationID, Wanted: wanted, UnitsID: nullable(lease.UnitsID), Used: map[string]int64{}}
		switch {
		case isOfLease && known != nil:
			units.Used, units.Settling = known.Used, known.Settling
		case !before.isKnown:
			units.Used = lease.Units
		}
		if units.Wanted == nil {
			units.Wanted = map[string]int64{}
		}
		// First: a lease whose units have no record counts as used up.
		if err := c.records.writeUnits(units); err != nil {
			notStored = &NotStoredError{err}
		}
		if notStored != nil && !isOfLease {
			return notStored
		}
	}
	if err := c.records.writeLease(renewed); err != nil {
		return err
	}
	return notStored
}
