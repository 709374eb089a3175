package latchkey

import (
	"crypto/ed25519"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	maxToken = 16 * 1024
	// maxList is the limit of lists and sets, which have more content.
	maxList = 256 * 1024
	// tolerance is by how much clocks may differ, in seconds.
	tolerance = 60
	// latest is the end of the year 9999.
	latest = 253_402_300_799
)

var (
	tokenForm     = regexp.MustCompile(`^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$`)
	publicKeyForm = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)
)

// Signers says who signs: the root key that is built into the application, and the organization to which it belongs.
type Signers struct {
	RootKey        string
	Issuer         string
	OrganizationID string
}

// PublicKey is an Ed25519 key.
type PublicKey struct {
	Kid string
	// X is the key itself, base64url.
	X string
}

// verifies takes the algorithm from the key, never from what it verifies.
func (key PublicKey) verifies(signature []byte, data string) bool {
	public := fromBase64(key.X)
	return len(public) == ed25519.PublicKeySize && ed25519.Verify(public, []byte(data), signature)
}

// KeySet has the public keys of an organization, as its root key has signed them.
type KeySet struct {
	Keys      []PublicKey
	ExpiresAt time.Time
	token     string
}

func (set *KeySet) has(kid string) bool { return keyWith(set.Keys, kid) != nil }

func keyWith(keys []PublicKey, kid string) *PublicKey {
	n := slices.IndexFunc(keys, func(key PublicKey) bool { return key.Kid == kid })
	if n < 0 {
		return nil
	}
	return &keys[n]
}

// OpenKeySet verifies a signed set of keys with the pinned root key. at is when it has to be valid: zero for a set that proves something of
// its time.
func OpenKeySet(token string, signers Signers, at time.Time) (*KeySet, error) {
	header, err := headerOf(token, maxList)
	if err != nil {
		return nil, err
	}
	root := PublicKey{Kid: textOf(header["kid"]), X: signers.RootKey}
	claims, _, err := claimsOf(token, "jwk-set+jwt", []PublicKey{root}, maxList)
	if err != nil {
		return nil, err
	}
	if err := signers.signed(claims); err != nil {
		return nil, err
	}
	read := readerOf(claims)
	set := &KeySet{ExpiresAt: read.time("exp"), token: token}
	if *read.err != nil {
		return nil, *read.err
	}
	if !at.IsZero() && at.Unix() >= set.ExpiresAt.Unix()+tolerance {
		return nil, untrusted("expired")
	}
	listed, _ := claims["keys"].([]any)
	for _, each := range listed {
		key, _ := each.(object)
		kid, isText := key["kid"].(string)
		if isText && key["kty"] == "OKP" && key["crv"] == "Ed25519" && publicKeyForm.MatchString(textOf(key["x"])) {
			set.Keys = append(set.Keys, PublicKey{Kid: kid, X: textOf(key["x"])})
		}
	}
	return set, nil
}

func (signers Signers) signed(claims object) error {
	if claims["iss"] != signers.Issuer {
		return untrusted("wrong_issuer")
	}
	if claims["aud"] != signers.OrganizationID {
		return untrusted("wrong_organization")
	}
	return nil
}

// headerOf returns the header of a token, which nothing proves yet.
func headerOf(token string, longest int) (object, error) {
	if len(token) > longest {
		return nil, untrusted("too_long")
	}
	if !tokenForm.MatchString(token) {
		return nil, untrusted("malformed")
	}
	encoded, _, _ := strings.Cut(token, ".")
	header := parseObject(string(fromBase64(encoded)))
	if header == nil {
		return nil, untrusted("malformed")
	}
	return header, nil
}

func kidOf(token string, longest int) (string, error) {
	header, err := headerOf(token, longest)
	return textOf(header["kid"]), err
}

// claimsOf returns the claims of a token of this type that one of these keys has signed, and their text.
func claimsOf(token, tokenType string, keys []PublicKey, longest int) (object, string, error) {
	header, err := headerOf(token, longest)
	if err != nil {
		return nil, "", err
	}
	_, hasCritical := header["crit"]
	_, hasEncoding := header["b64"]
	kid, hasKid := header["kid"].(string)
	end := strings.LastIndexByte(token, '.')
	key := keyWith(keys, kid)
	switch {
	case header["alg"] != "EdDSA":
		return nil, "", untrusted("wrong_algorithm")
	case header["typ"] != tokenType:
		return nil, "", untrusted("wrong_type")
	case hasCritical || hasEncoding:
		return nil, "", untrusted("malformed")
	case !hasKid || key == nil:
		return nil, "", untrusted("unknown_key")
	case !key.verifies(fromBase64(token[end+1:]), token[:end]):
		return nil, "", untrusted("bad_signature")
	}
	text := string(fromBase64(token[strings.IndexByte(token, '.')+1 : end]))
	claims := parseObject(text)
	if claims == nil {
		return nil, "", untrusted("malformed")
	}
	return claims, text, nil
}

// reader reads claims, and keeps that one of them is malformed.
type reader struct {
	claims object
	err    *error
}

func readerOf(claims object) reader { return reader{claims, new(error)} }

func (read reader) text(name string) string {
	text, ok := read.claims[name].(string)
	read.expect(ok)
	return text
}

// time reads a time in seconds.
func (read reader) time(name string) time.Time {
	seconds := read.integer(name)
	read.expect(seconds <= latest)
	return time.Unix(seconds, 0).UTC()
}

func (read reader) integer(name string) int64 {
	integer, ok := integerOf(read.claims[name])
	read.expect(ok && integer >= 0)
	return integer
}

func (read reader) object(name string) reader {
	value, ok := read.claims[name].(object)
	read.expect(ok)
	return reader{value, read.err}
}

func (read reader) expect(ok bool) {
	if !ok {
		*read.err = untrusted("malformed")
	}
}
