package latchkey

import (
	"context"
	"errors"
	"time"
)

// LicenseState says whether the application may be used now, decided without a network.
type LicenseState struct {
	Usable bool
	// Reason says why not: "no_lease", "revoked", "suspended", "clock_set_back", "expired", "wrong_benefit", or the fault of a lease that
	// was changed.
	Reason string
	State  LeaseState
	Lease  *Lease
	// RefreshDue says that the lease should be renewed as soon as there is a network.
	RefreshDue bool
}

// Refreshed is what a refresh found, step by step.
type Refreshed struct {
	// License is what [Client.Check] says now.
	License LicenseState
	// Status is empty if StatusError says why it is not known.
	Status      Status
	StatusError error
	// Renewed says that the lease was renewed. If it should have been, and was not, RenewalError says why.
	Renewed      bool
	RenewalError error
	// NotStored is a [*NotStoredError] if what was learned could not be stored: it counts until the program ends.
	NotStored error
}

// Check says whether the application may be used, without a network. It is cheap enough for every start. It verifies the stored lease again,
// as if it had just arrived: the storage belongs to whoever has the machine. It returns an error only if the storage fails.
func (c *Client) Check() (LicenseState, error) {
	stored, err := c.records.lease()
	if err != nil {
		return LicenseState{}, err
	}
	if stored == nil {
		return LicenseState{Reason: "no_lease"}, nil
	}
	now, isKnown, err := c.clock.time()
	if err != nil {
		return LicenseState{}, err
	}
	if !isKnown {
		return LicenseState{Reason: "clock_set_back"}, nil
	}
	expected, err := c.expectedIn(stored)
	if err != nil {
		return LicenseState{}, err
	}
	lease, state, err := VerifyLease(stored.Lease, stored.SignedKeys, now, c.signers, expected)
	if err != nil {
		return LicenseState{Reason: reasonOf(err)}, nil
	}
	if stored.Status != StatusValid {
		return LicenseState{Reason: string(stored.Status)}, nil
	}
	known, err := c.records.license()
	isOfActivation := known != nil && string(known.ActivationID) == lease.ActivationID
	return LicenseState{
		Usable:     true,
		State:      state,
		Lease:      lease,
		RefreshDue: !now.Before(lease.RefreshAfter) || !isOfActivation,
	}, err
}

func (c *Client) expectedIn(stored *storedLease) (Expected, error) {
	deviceID, err := c.DeviceID()
	return Expected{DeviceID: deviceID, LicenseKeyID: string(stored.LicenseKeyID), BenefitIDs: c.benefitIDs}, err
}

// storedLease returns the lease, whatever the time is; nil if there is none for this device, or it was ended.
func (c *Client) storedLease() (*Lease, error) {
	stored, err := c.records.lease()
	if err != nil || stored == nil || stored.Status != StatusValid {
		return nil, err
	}
	expected, err := c.expectedIn(stored)
	if err != nil {
		return nil, err
	}
	lease, err := provenLease(stored.Lease, stored.SignedKeys, c.signers, expected)
	if err != nil {
		return nil, nil
	}
	return lease, nil
}

// reasonOf: a lease was issued before it is stored. That it is not valid yet is the fault of the clock.
func reasonOf(err error) string {
	var untrusted *UntrustedError
	errors.As(err, &untrusted)
	if untrusted.Fault == "not_yet_valid" {
		return "clock_set_back"
	}
	return untrusted.Fault
}

func isNotStored(err error) bool {
	var notStored *NotStoredError
	return errors.As(err, &notStored)
}

// lock returns a function to unlock the storage. One that cannot be locked, because it is read-only, cannot be written either.
func (c *Client) lock() func() {
	unlock, err := c.storage.Lock()
	if err != nil {
		return func() {}
	}
	return unlock
}

func newLease(lease *Lease, token, signedKeys string) storedLease {
	return storedLease{
		Lease:          token,
		SignedKeys:     signedKeys,
		LicenseKeyID:   nullable(lease.LicenseKeyID),
		Status:         StatusValid,
		StatusIssuedAt: lease.IssuedAt.Unix(),
	}
}

// CheckStatus reads the signed status list, and remembers what it says about the lease; with a [*NotStoredError] until the program ends. The
// key is not sent.
func (c *Client) CheckStatus(ctx context.Context) (Status, error) {
	stored, err := c.records.lease()
	if err != nil {
		return "", err
	}
	if stored == nil {
		return "", ErrNotActivated
	}
	ctx, _ = c.transport.begin(ctx)
	status, issuedAt, err := c.published(ctx, stored)
	if err != nil {
		return "", err
	}
	if issuedAt.Unix() < stored.StatusIssuedAt {
		return "", untrusted("replayed")
	}
	if err := c.clock.atLeast(issuedAt.Unix()); err != nil {
		return "", err
	}
	defer c.lock()()
	// Another lease may have been stored in the meantime, or this one given back.
	current, err := c.records.lease()
	if err != nil {
		return "", err
	}
	if current == nil || current.Lease != stored.Lease {
		return "", ErrNotActivated
	}
	stored.Status, stored.StatusIssuedAt = status, issuedAt.Unix()
	return status, c.records.writeLease(*stored)
}

// published returns what the status list of a lease says, and when it was issued.
func (c *Client) published(ctx context.Context, stored *storedLease) (Status, time.Time, error) {
	deviceID, err := c.DeviceID()
	if err != nil {
		return "", time.Time{}, err
	}
	keys, err := c.currentKeysOf(ctx, stored.Lease, maxToken)
	if err != nil {
		return "", time.Time{}, err
	}
	lease, err := openLease(stored.Lease, keys, c.signers, Expected{DeviceID: deviceID})
	if err != nil {
		return "", time.Time{}, err
	}
	listed, err := c.service.published(ctx, lease.StatusURI)
	if err != nil {
		return "", time.Time{}, err
	}
	if keys, err = c.currentKeysOf(ctx, listed, maxList); err != nil {
		return "", time.Time{}, err
	}
	now, err := c.clock.now()
	if err != nil {
		return "", time.Time{}, err
	}
	return StatusIn(listed, lease.StatusIndex, lease.StatusURI, keys, now)
}

// currentKeysOf returns the keys of now, if possible with the one that has signed a token.
func (c *Client) currentKeysOf(ctx context.Context, token string, longest int) ([]PublicKey, error) {
	kid, err := kidOf(token, longest)
	if err != nil {
		return nil, err
	}
	now, err := c.clock.now()
	if err != nil {
		return nil, err
	}
	set, err := c.service.keysWith(ctx, kid, now)
	if err != nil {
		return nil, err
	}
	return set.Keys, nil
}

// Refresh does what an application does when it has a network: it looks whether the lease was revoked, and renews it if that is due, or if
// units were settled and the answer was lost. It returns an error only if the storage cannot be read or the context ends.
func (c *Client) Refresh(ctx context.Context) (Refreshed, error) {
	var refreshed Refreshed
	refreshed.Status, refreshed.StatusError = c.CheckStatus(ctx)
	if isNotStored(refreshed.StatusError) {
		refreshed.NotStored, refreshed.StatusError = refreshed.StatusError, nil
	}
	if !isDone(refreshed.StatusError) {
		return Refreshed{}, refreshed.StatusError
	}
	before, err := c.Check()
	refreshed.License = before
	if err != nil {
		return refreshed, err
	}
	isDue := before.RefreshDue || !before.Usable && before.Reason != "revoked" && before.Reason != "suspended"
	if before.Usable && before.Lease.UnitsID != "" {
		var usable *storedUnits
		usable, err = c.unitsOf(before.Lease)
		isDue = isDue || usable == nil
	}
	if err != nil || isUnavailable(refreshed.StatusError) || !isDue {
		return refreshed, err
	}
	_, refreshed.RenewalError = c.Lease(ctx)
	if isNotStored(refreshed.RenewalError) {
		refreshed.NotStored, refreshed.RenewalError = refreshed.RenewalError, nil
	}
	if !isDone(refreshed.RenewalError) {
		return Refreshed{}, refreshed.RenewalError
	}
	refreshed.Renewed = refreshed.RenewalError == nil
	refreshed.License, err = c.Check()
	return refreshed, err
}

// isDone says that an operation has told what happened, good or bad.
func isDone(err error) bool {
	var outcome Error
	return err == nil || errors.As(err, &outcome)
}
