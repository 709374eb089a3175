package latchkey

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

const (
	fileVersion        = 1
	deviceKeyRecord    = "device-key"
	requestRecord      = "request"
	deactivationRecord = "deactivation"
)

// OfflineActivation is activation by files that somebody carries to a machine with a network and back (docs/licensing/offline-activation.md).
type OfflineActivation struct{ client *Client }

// OfflineRequest is what a request file says about the installation.
type OfflineRequest struct {
	Label      string
	Platform   string
	AppVersion string
}

// Request returns the content of a request file. The answer to an earlier request is no longer accepted.
// What no file may say is an error: every text is one line.
func (o *OfflineActivation) Request(about OfflineRequest) (string, error) {
	claims := object{}
	if err := addLine(claims, "label", about.Label, 255); err != nil {
		return "", err
	}
	if about.Platform != "" {
		if err := addLine(claims, "platform", about.Platform, 64); err != nil {
			return "", err
		}
	}
	if about.AppVersion != "" {
		if err := addLine(claims, "app_version", about.AppVersion, 64); err != nil {
			return "", err
		}
	}
	deviceID, err := o.client.DeviceID()
	if err != nil {
		return "", err
	}
	nonce, err := newNonce()
	if err != nil {
		return "", err
	}
	claims["jti"], claims["device"] = nonce, deviceID
	file, err := o.signed("latchkey-activation-request+jwt", claims)
	if err != nil {
		return "", err
	}
	return file, o.client.records.write(requestRecord, object{"nonce": nonce})
}

// addLine adds a text without the blanks around it, such as the line break at the end of a file with the name of the machine.
func addLine(claims object, name, given string, longest int) error {
	line := strings.TrimSpace(given)
	length := utf8.RuneCountInString(line)
	if length < 1 || length > longest || !utf8.ValidString(line) || strings.ContainsFunc(line, unicode.IsControl) {
		return fmt.Errorf("latchkey: %s has to be one line of 1 to %d characters, without control characters", name, longest)
	}
	claims[name] = line
	return nil
}

// ImportLease takes in the lease file that answers the last request. A file can be taken in again as long as its lease is the current one.
func (o *OfflineActivation) ImportLease(file string) (LicenseState, error) {
	token, signedKeys, err := leaseFileIn(file)
	if err != nil {
		return LicenseState{}, err
	}
	if err := o.takeIn(token, signedKeys); err != nil {
		return LicenseState{}, err
	}
	return o.client.Check()
}

// Deactivate ends the lease on this machine, and returns the content of a deactivation file: with it the service gives the place to another
// machine at once. Nothing brings the lease back. [OfflineActivation.LastDeactivation] returns the same text again.
func (o *OfflineActivation) Deactivate() (string, error) {
	lease, err := o.heldLease()
	if err != nil {
		return "", err
	}
	if lease == nil {
		return "", ErrNotActivated
	}
	file, err := o.signed("latchkey-deactivation+jwt", object{
		"sub":           lease.LicenseKeyID,
		"activation_id": lease.ActivationID,
		"lease":         lease.ID,
	})
	if err != nil {
		return "", err
	}
	storage := o.client.storage
	if err := storage.Write(deactivationRecord, file); err != nil {
		return "", err
	}
	for _, name := range []string{leaseRecord, licenseRecord, requestRecord, deviceKeyRecord} {
		if err := storage.Remove(name); err != nil {
			return "", err
		}
	}
	return file, nil
}

// heldLease returns nil if there is none. A machine whose clock is wrong may give back what it has.
func (o *OfflineActivation) heldLease() (*Lease, error) {
	state, err := o.client.Check()
	if err == nil && state.Reason == "clock_set_back" {
		return o.client.storedLease()
	}
	return state.Lease, err
}

// LastDeactivation returns the last deactivation file, for those who could not save it; "" if there is none.
func (o *OfflineActivation) LastDeactivation() (string, error) {
	return o.client.storage.Read(deactivationRecord)
}

func (o *OfflineActivation) takeIn(token, signedKeys string) error {
	c := o.client
	unlock, err := c.storage.Lock()
	if err != nil {
		return err
	}
	defer unlock()
	current, err := c.records.lease()
	if err != nil || current != nil && current.Lease == token {
		return err
	}
	request, err := c.records.read(requestRecord)
	if err != nil {
		return err
	}
	nonce := textOf(request["nonce"])
	if nonce == "" {
		return untrusted("replayed")
	}
	set, err := OpenKeySet(signedKeys, c.signers, time.Time{})
	if err != nil {
		return err
	}
	deviceID, err := c.DeviceID()
	if err != nil {
		return err
	}
	lease, err := openLease(token, set.Keys, c.signers, Expected{DeviceID: deviceID, Nonce: nonce, BenefitIDs: c.benefitIDs})
	if err != nil {
		return err
	}
	if !lease.IssuedAt.Before(set.ExpiresAt) {
		return untrusted("expired")
	}
	if err := c.clock.correctByFile(lease.IssuedAt.Unix()); err != nil {
		return err
	}
	if err := o.storeActivation(lease); err != nil {
		return err
	}
	if err := c.records.writeLease(newLease(lease, token, signedKeys)); err != nil {
		return err
	}
	return c.storage.Remove(requestRecord)
}

// storeActivation stores the license to which a lease belongs, with the key if that is known.
func (o *OfflineActivation) storeActivation(lease *Lease) error {
	stored := license{ActivationID: nullable(lease.ActivationID), LicenseKeyID: nullable(lease.LicenseKeyID)}
	known, err := o.client.records.license()
	if err != nil {
		return err
	}
	if known != nil {
		stored.Device, stored.Label, stored.Meta = known.Device, known.Label, known.Meta
		if known.LicenseKeyID == stored.LicenseKeyID {
			stored.Key = known.Key
		}
	}
	return o.client.records.writeLicense(stored)
}

// signed adds to the claims what both files say, and signs them with the key of the device.
func (o *OfflineActivation) signed(tokenType string, claims object) (string, error) {
	now, err := o.client.clock.now()
	if err != nil {
		return "", err
	}
	key, err := o.deviceKey()
	if err != nil {
		return "", err
	}
	claims["version"], claims["aud"], claims["iat"] = fileVersion, o.client.organizationID, now.Unix()
	header, err := json.Marshal(object{"alg": "EdDSA", "typ": tokenType, "jwk": publicJWK(key)})
	if err != nil {
		return "", err
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed := toBase64URL(header) + "." + toBase64URL(payload)
	return signed + "." + toBase64URL(ed25519.Sign(key, []byte(signed))), nil
}

// deviceKey returns the key that proves that a deactivation comes from the machine that made the request.
func (o *OfflineActivation) deviceKey() (ed25519.PrivateKey, error) {
	stored, err := o.client.records.read(deviceKeyRecord)
	if err != nil {
		return nil, err
	}
	if seed := fromBase64(textOf(stored["d"])); len(seed) == ed25519.SeedSize {
		key := ed25519.NewKeyFromSeed(seed)
		if stored["x"] == publicJWK(key)["x"] {
			return key, nil
		}
	}
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	jwk := publicJWK(key)
	jwk["d"] = toBase64URL(key.Seed())
	return key, o.client.records.write(deviceKeyRecord, jwk)
}

func publicJWK(key ed25519.PrivateKey) object {
	public := key.Public().(ed25519.PublicKey)
	return object{"kty": "OKP", "crv": "Ed25519", "x": toBase64URL(public)}
}
