package latchkey

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// What the library stores (packages/conformance/README.md). What is not in its own form counts as missing. Nothing here is trusted.
const (
	recordVersion = 1
	licenseRecord = "license"
	leaseRecord   = "lease"
	unitsRecord   = "units"
	deviceRecord  = "device"
	probeRecord   = "probe"
)

// nullable is null in JSON if it is empty.
type nullable string

func (text nullable) MarshalJSON() ([]byte, error) {
	if text == "" {
		return []byte("null"), nil
	}
	return json.Marshal(string(text))
}

// license is the license key that the application uses, and the activation it has.
type license struct {
	Version int `json:"version"`
	// Key is empty after an activation by file: it was never entered.
	Key          nullable `json:"key"`
	ActivationID nullable `json:"activationId"`
	LicenseKeyID nullable `json:"licenseKeyId"`
	// BenefitID is the benefit for which the application asked, if it did.
	BenefitID nullable `json:"benefitId"`
	// Device is the ID of the device that was activated, so that it outlasts its own record.
	Device nullable `json:"device"`
	// Conditions are those of the activation. Validations and leases repeat them.
	Conditions object `json:"conditions"`
	Label      string `json:"label"`
	Meta       object `json:"meta"`
}

// storedLease is the last lease, the keys that prove it, and what a status list has said about it since.
type storedLease struct {
	Version        int      `json:"version"`
	Lease          string   `json:"lease"`
	SignedKeys     string   `json:"signedKeys"`
	LicenseKeyID   nullable `json:"licenseKeyId"`
	Status         Status   `json:"status"`
	StatusIssuedAt int64    `json:"statusIssuedAt"`
}

// storedUnits is what was used of the units of a lease (docs/licensing/counters.md).
type storedUnits struct {
	Version      int    `json:"version"`
	ActivationID string `json:"activationId"`
	// Wanted is what the application wants of each lease of the activation, by counter.
	Wanted map[string]int64 `json:"wanted"`
	// UnitsID names the units that are meant; it is empty if the lease has none.
	UnitsID nullable         `json:"unitsId"`
	Used    map[string]int64 `json:"used"`
	// Settling says that a request that settles them may have been sent: then none of them is used any more.
	Settling bool `json:"settling"`
}

type records struct {
	storage Storage
	// machineID returns an ID that all accounts of the machine have, or "" if there is none.
	machineID func() string
	unstored  *unstoredLease
}

// unstoredLease is the last lease, if the storage failed. It counts until another one is stored, by this process or by another one.
type unstoredLease struct {
	mutex sync.Mutex
	lease *storedLease
	// inPlaceOf is the text that the storage has instead.
	inPlaceOf string
}

func (u *unstoredLease) set(lease *storedLease, inPlaceOf string) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.lease, u.inPlaceOf = lease, inPlaceOf
}

// over returns nil if what is stored counts.
func (u *unstoredLease) over(stored string) *storedLease {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.lease == nil || u.inPlaceOf != stored {
		return nil
	}
	copied := *u.lease
	return &copied
}

// deviceIDs say which device this is, and which installation on it.
type deviceIDs struct {
	device string
	// installation is empty if the ID of the device is that of this installation alone.
	installation string
}

// license returns nil if there is none.
func (r records) license() (*license, error) {
	stored, err := r.read(licenseRecord)
	if stored == nil {
		return nil, err
	}
	text := func(name string) nullable { return nullable(textOf(stored[name])) }
	return &license{
		Key:          text("key"),
		ActivationID: text("activationId"),
		LicenseKeyID: text("licenseKeyId"),
		BenefitID:    text("benefitId"),
		Device:       text("device"),
		Conditions:   objectOf(stored["conditions"]),
		Label:        textOf(stored["label"]),
		Meta:         objectOf(stored["meta"]),
	}, nil
}

// writeLicense also replaces the license that is there. Its lease stays until that of the new license is stored.
func (r records) writeLicense(stored license) error { return r.writeLicenseAs(licenseRecord, stored) }

// assertWritable returns the error that writing such a license would return.
func (r records) assertWritable(said license) error {
	said.Key = nullable(strings.Repeat("-", len(said.Key)))
	if err := r.writeLicenseAs(probeRecord, said); err != nil {
		return err
	}
	return r.storage.Remove(probeRecord)
}

func (r records) writeLicenseAs(name string, stored license) error {
	stored.Version = recordVersion
	stored.Conditions, stored.Meta = objectOf(stored.Conditions), objectOf(stored.Meta)
	return r.write(name, stored)
}

// lease returns nil if there is none.
func (r records) lease() (*storedLease, error) {
	text, err := r.storage.Read(leaseRecord)
	if err != nil {
		return nil, err
	}
	if unstored := r.unstored.over(text); unstored != nil {
		return unstored, nil
	}
	stored := recordIn(text)
	lease, isLease := stored["lease"].(string)
	signedKeys, hasKeys := stored["signedKeys"].(string)
	status := Status(textOf(stored["status"]))
	if !isLease || !hasKeys || !slices.Contains(statuses, status) {
		return nil, nil
	}
	issuedAt, _ := integerOf(stored["statusIssuedAt"])
	return &storedLease{
		Lease:          lease,
		SignedKeys:     signedKeys,
		LicenseKeyID:   nullable(textOf(stored["licenseKeyId"])),
		Status:         status,
		StatusIssuedAt: issuedAt,
	}, nil
}

// writeLease returns a [*NotStoredError] if the storage fails. The lease counts in this process nevertheless.
func (r records) writeLease(stored storedLease) error {
	stored.Version = recordVersion
	before, err := r.storage.Read(leaseRecord)
	if err != nil {
		return err
	}
	if err := r.write(leaseRecord, stored); err != nil {
		r.unstored.set(&stored, before)
		return &NotStoredError{err}
	}
	r.unstored.set(nil, "")
	return nil
}

// units returns nil if there are none.
func (r records) units() (*storedUnits, error) {
	stored, err := r.read(unitsRecord)
	if stored == nil {
		return nil, err
	}
	activationID, hasActivation := stored["activationId"].(string)
	unitsID, hasID := stored["unitsId"].(string)
	settling, isComplete := stored["settling"].(bool)
	wanted, used := unitsOf(stored["wanted"]), unitsOf(stored["used"])
	if !hasActivation || !hasID && stored["unitsId"] != nil || !isComplete || wanted == nil || used == nil {
		return nil, nil
	}
	return &storedUnits{recordVersion, activationID, wanted, nullable(unitsID), used, settling}, nil
}

// unitsOf returns nil for what is no number of units for each of some names.
func unitsOf(value any) map[string]int64 {
	stored, isObject := value.(object)
	if !isObject {
		return nil
	}
	units := make(map[string]int64, len(stored))
	for counter, each := range stored {
		count, isInteger := integerOf(each)
		if !isInteger || count < 0 {
			return nil
		}
		units[counter] = count
	}
	return units
}

func (r records) writeUnits(stored storedUnits) error {
	stored.Version = recordVersion
	return r.write(unitsRecord, stored)
}

func (r records) forget() error {
	r.unstored.set(nil, "")
	for _, name := range []string{leaseRecord, licenseRecord, unitsRecord} {
		if err := r.storage.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

// device returns the IDs of the device and of this installation, which are made once, when they are asked for first. What was created first
// counts. A text that was damaged is left, and the next name is used: if it were replaced, another process could replace it as well, and each
// would have an ID of its own.
func (r records) device() (deviceIDs, error) {
	for n, name := 0, deviceRecord; ; name = fmt.Sprintf("%s-%d", deviceRecord, n) {
		stored, err := r.read(name)
		if err != nil {
			return deviceIDs{}, err
		}
		if stored == nil {
			if stored, err = r.newDevice(name); err != nil {
				return deviceIDs{}, err
			}
		}
		if id := textOf(stored["id"]); id != "" {
			return deviceIDs{id, textOf(stored["installation"])}, nil
		}
		n++
	}
}

// newDevice returns what has the name afterwards.
func (r records) newDevice(name string) (object, error) {
	known, err := r.license()
	if err != nil {
		return nil, err
	}
	random, err := newUUID()
	if err != nil {
		return nil, err
	}
	made := object{"id": random}
	machine := r.machineID()
	if known != nil && known.Device != "" {
		made["id"] = string(known.Device)
	} else if machine != "" {
		made["id"] = machine
	}
	if made["id"] == machine {
		made["installation"] = random
	}
	text, err := json.Marshal(made)
	if err != nil {
		return nil, err
	}
	if _, err := r.storage.Create(name, string(text)); err != nil {
		return nil, err
	}
	return r.read(name)
}

// read returns nil if there is no such record, or it is not in the form of this version.
func (r records) read(name string) (object, error) {
	text, err := r.storage.Read(name)
	return recordIn(text), err
}

func recordIn(text string) object {
	stored := parseObject(text)
	if version, has := stored["version"]; has && version != json.Number("1") {
		return nil
	}
	return stored
}

func (r records) write(name string, record any) error {
	text, err := json.Marshal(record)
	if err != nil {
		return err
	}
	return r.storage.Write(name, string(text))
}

// objectOf returns an empty object for what is none.
func objectOf(value any) object {
	found, _ := value.(object)
	if found == nil {
		return object{}
	}
	return found
}
