package latchkey

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"io"
	"slices"
	"time"
)

const maxInflated = 1024 * 1024

// Status is what a status list says of a lease.
type Status string

const (
	StatusValid     Status = "valid"
	StatusRevoked   Status = "revoked"
	StatusSuspended Status = "suspended"
)

// statuses are in the order of their values in a status list.
var statuses = []Status{StatusValid, StatusRevoked, StatusSuspended}

// LeaseState says whether a lease is valid, or over and in grace.
type LeaseState string

const (
	StateValid LeaseState = "valid"
	StateGrace LeaseState = "grace"
)

// Lease says what an application may do without a network, as the service has signed it.
type Lease struct {
	ID           string
	LicenseKeyID string
	ActivationID string
	DeviceID     string
	IssuedAt     time.Time
	NotBefore    time.Time
	ExpiresAt    time.Time
	RefreshAfter time.Time
	GraceUntil   time.Time
	StatusIndex  int64
	StatusURI    string
	// Units of counters are what the device may use without a network.
	Units map[string]int64
	// UnitsID is the ID with which they are settled, or empty if there are none.
	UnitsID string
	// Claims are all claims, also those that this version does not know.
	Claims json.RawMessage
	nonce  string
}

// Expected is what a lease has to say. What is empty is not compared, but for the device.
type Expected struct {
	DeviceID     string
	LicenseKeyID string
	Nonce        string
	// BenefitIDs are the benefits of which one has to be that of the license key.
	BenefitIDs []string
}

// openLease returns the lease in a token that one of the keys has signed, for this organization and device. The time is not considered.
func openLease(token string, keys []PublicKey, signers Signers, expected Expected) (*Lease, error) {
	claims, text, err := claimsOf(token, "latchkey-lease+jwt", keys, maxToken)
	if err != nil {
		return nil, err
	}
	if err := signers.signed(claims); err != nil {
		return nil, err
	}
	read := readerOf(claims)
	device, place := read.object("device"), read.object("status").object("status_list")
	deviceID, hasDevice := device.claims["id"].(string)
	nonce, hasNonce := claims["nonce"].(string)
	units, unitsID := map[string]int64{}, ""
	if _, hasUnits := claims["units_id"]; hasUnits {
		unitsID = read.text("units_id")
		units = unitsOf(claims["units"])
		read.expect(units != nil)
	}
	lease := &Lease{
		ID:           read.text("jti"),
		LicenseKeyID: read.text("sub"),
		ActivationID: device.text("activation_id"),
		DeviceID:     deviceID,
		IssuedAt:     read.time("iat"),
		NotBefore:    read.time("nbf"),
		ExpiresAt:    read.time("exp"),
		RefreshAfter: read.time("refresh_after"),
		GraceUntil:   read.time("grace_until"),
		StatusIndex:  place.integer("idx"),
		StatusURI:    place.text("uri"),
		Units:        units,
		UnitsID:      unitsID,
		Claims:       json.RawMessage(text),
		nonce:        nonce,
	}
	benefitID := ""
	if expected.BenefitIDs != nil {
		benefitID = read.object("license").text("benefit_id")
	}
	switch {
	case *read.err != nil:
		return nil, *read.err
	case expected.LicenseKeyID != "" && lease.LicenseKeyID != expected.LicenseKeyID:
		return nil, untrusted("wrong_license_key")
	case !hasDevice || deviceID != expected.DeviceID:
		return nil, untrusted("wrong_device")
	case expected.BenefitIDs != nil && !slices.Contains(expected.BenefitIDs, benefitID):
		return nil, untrusted("wrong_benefit")
	case expected.Nonce != "" && (!hasNonce || nonce != expected.Nonce):
		return nil, untrusted("wrong_nonce")
	}
	return lease, nil
}

func stateOf(lease *Lease, now int64) (LeaseState, error) {
	switch {
	case now < lease.NotBefore.Unix()-tolerance:
		return "", untrusted("not_yet_valid")
	case now >= lease.GraceUntil.Unix()+tolerance:
		return "", untrusted("expired")
	case now < lease.ExpiresAt.Unix():
		return StateValid, nil
	}
	return StateGrace, nil
}

// provenLease returns the lease that a set of keys proves. The time is not considered.
func provenLease(token, signedKeys string, signers Signers, expected Expected) (*Lease, error) {
	set, err := OpenKeySet(signedKeys, signers, time.Time{})
	if err != nil {
		return nil, err
	}
	lease, err := openLease(token, set.Keys, signers, expected)
	if err != nil {
		return nil, err
	}
	if lease.IssuedAt.Unix() >= set.ExpiresAt.Unix()+tolerance {
		return nil, untrusted("expired")
	}
	return lease, nil
}

// VerifyLease verifies everything that can be verified without a network: the set of keys, the lease, and the time.
func VerifyLease(token, signedKeys string, now time.Time, signers Signers, expected Expected) (*Lease, LeaseState, error) {
	lease, err := provenLease(token, signedKeys, signers, expected)
	if err != nil {
		return nil, "", err
	}
	state, err := stateOf(lease, now.Unix())
	if err != nil {
		return nil, "", err
	}
	return lease, state, nil
}

// StatusIn returns the status at a place of a signed list (IETF Token Status List), and when the list was issued.
func StatusIn(token string, index int64, uri string, keys []PublicKey, now time.Time) (Status, time.Time, error) {
	claims, _, err := claimsOf(token, "statuslist+jwt", keys, maxList)
	if err != nil {
		return "", time.Time{}, err
	}
	if claims["sub"] != uri {
		return "", time.Time{}, untrusted("wrong_request")
	}
	read := readerOf(claims)
	issuedAt, expiresAt, listed := read.time("iat"), read.time("exp"), read.object("status_list")
	packed, bits := fromBase64(listed.text("lst")), listed.integer("bits")
	if *read.err == nil && now.Unix() >= expiresAt.Unix()+tolerance {
		return "", time.Time{}, untrusted("expired")
	}
	read.expect(bits == 2)
	values := inflated(packed)
	value := len(statuses)
	if place := index / 4; place < int64(len(values)) {
		value = int(values[place] >> (index % 4 * 2) & 3)
	}
	read.expect(value < len(statuses))
	if *read.err != nil {
		return "", time.Time{}, *read.err
	}
	return statuses[value], issuedAt, nil
}

// inflated returns what can be read of data in the format of zlib, up to a limit.
func inflated(packed []byte) []byte {
	stream, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil
	}
	values, err := io.ReadAll(io.LimitReader(stream, maxInflated))
	if err != nil {
		return nil
	}
	return values
}
