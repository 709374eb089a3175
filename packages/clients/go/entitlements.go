package latchkey

import "encoding/json"

// Entitlements are what a lease, or a license key that was validated, entitles to.
type Entitlements struct {
	flags []flag
}

type flag struct {
	benefitID string
	values    object
}

// Entitlements returns what the lease entitles to.
func (l *Lease) Entitlements() Entitlements {
	return entitlementsIn(parseObject(string(l.Claims))["entitlements"])
}

// Entitlements returns what the license key entitles to.
func (k *LicenseKey) Entitlements() Entitlements {
	return entitlementsIn(parseObject(string(k.Body))["entitlements"])
}

// entitlementsIn leaves out what is in another form than a lease or a license key has it.
func entitlementsIn(value any) Entitlements {
	listed, _ := value.([]any)
	found := Entitlements{}
	for _, each := range listed {
		entry, _ := each.(object)
		benefitID, isText := entry["benefit_id"].(string)
		values, isObject := entry["values"].(object)
		if isText && isObject {
			found.flags = append(found.flags, flag{benefitID, values})
		}
	}
	return found
}

// Has says whether there is a value with the name that is neither false nor 0, or the benefit with the ID.
func (e Entitlements) Has(name string) bool {
	for _, each := range e.flags {
		if each.benefitID == name {
			return true
		}
		if value, isThere := each.values[name]; isThere && value != false && !isZero(value) {
			return true
		}
	}
	return false
}

// Limit returns the number with the name, such as Limit("pages"), the highest of several. It is false if there is none.
func (e Entitlements) Limit(name string) (float64, bool) {
	highest, found := 0.0, false
	for _, each := range e.flags {
		if number, isNumber := numberOf(each.values[name]); isNumber && (!found || number > highest) {
			highest, found = number, true
		}
	}
	return highest, found
}

func isZero(value any) bool {
	number, isNumber := numberOf(value)
	return isNumber && number == 0
}

func numberOf(value any) (float64, bool) {
	text, isNumber := value.(json.Number)
	if !isNumber {
		return 0, false
	}
	number, err := text.Float64()
	return number, err == nil
}
