package latchkey

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"
)

const (
	maxSignedKey   = 1024
	signatureBytes = 64
	hasNumber      = 128
	// beforeSigned is how long before it was signed a key is accepted, in seconds: a machine without a network is set by hand.
	beforeSigned = 24 * 60 * 60
	listSize     = 65_536
)

// SignedLicenseKey is what a license key says that proves itself.
type SignedLicenseKey struct {
	Serial    uint32
	BenefitID string
	// Product is the name of the product, or empty.
	Product string
	// Switches are the entitlements that are switched on.
	Switches []string
	// Numbers are the entitlements that have one.
	Numbers  map[string]uint32
	SignedAt time.Time
	// EndsAt is zero if the key does not end.
	EndsAt time.Time
	// StatusIndex is its place in the status list at StatusURI, which tells a machine with a network whether the key was revoked: see StatusIn.
	StatusIndex int64
	StatusURI   string
}

// VerifySignedKey returns what a license key says that proves itself, with nothing but the root key that is built into the application.
// benefitIDs are the benefits of which one has to be that of the key; nil if any may be. It cannot be known without a network whether the
// key was revoked, or on how many machines it is used.
func VerifySignedKey(key string, signers Signers, now time.Time, benefitIDs []string) (*SignedLicenseKey, error) {
	data, err := signedBytesIn(key)
	if err != nil {
		return nil, err
	}
	payload, signature := data[:len(data)-signatureBytes], data[len(data)-signatureBytes:]
	message := "latchkey-signed-key\n" + key[:strings.LastIndexByte(key, '.')+1] + string(payload)
	if !(PublicKey{X: signers.RootKey}).verifies(signature, message) {
		return nil, untrusted("bad_signature")
	}
	says, err := signedContent(payload, signers)
	if err != nil {
		return nil, err
	}
	hasEnd := !says.EndsAt.IsZero()
	switch {
	case benefitIDs != nil && !slices.Contains(benefitIDs, says.BenefitID):
		return nil, untrusted("wrong_benefit")
	case hasEnd && now.Unix() < says.SignedAt.Unix()-beforeSigned:
		return nil, untrusted("not_yet_valid")
	case hasEnd && now.Unix() >= says.EndsAt.Unix()+tolerance:
		return nil, untrusted("expired")
	}
	return says, nil
}

// signedBytesIn returns the bytes after the mark, written in the one way that they can be.
func signedBytesIn(key string) ([]byte, error) {
	if len(key) > maxSignedKey {
		return nil, untrusted("too_long")
	}
	end := strings.LastIndexByte(key, '.') + 1
	head, body := key[:end], key[end:]
	data := fromBase64(body)
	isMarked := head == "LK1." || strings.HasSuffix(head, "-LK1.")
	if !isMarked || len(data) <= signatureBytes || toBase64URL(data) != body {
		return nil, untrusted("malformed")
	}
	return data, nil
}

// byteReader reads bytes from the front. After it had too few, everything it reads is zero.
type byteReader struct {
	data   []byte
	failed bool
}

func (read *byteReader) take(length int) []byte {
	if length > len(read.data) {
		read.failed = true
		return make([]byte, length)
	}
	taken := read.data[:length]
	read.data = read.data[length:]
	return taken
}

func (read *byteReader) byte() int { return int(read.take(1)[0]) }

func (read *byteReader) number() uint32 { return binary.BigEndian.Uint32(read.take(4)) }

func (read *byteReader) time() time.Time {
	seconds := read.number()
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

func (read *byteReader) uuid() string {
	text := hex.EncodeToString(read.take(16))
	return strings.Join([]string{text[:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-")
}

func signedContent(payload []byte, signers Signers) (*SignedLicenseKey, error) {
	read := &byteReader{data: payload}
	says := &SignedLicenseKey{Serial: read.number(), Numbers: map[string]uint32{}}
	says.SignedAt, says.EndsAt, says.BenefitID = read.time(), read.time(), read.uuid()
	says.Product = string(read.take(read.byte()))
	for count := read.byte(); count > 0 && !read.failed; count-- {
		head := read.byte()
		name := string(read.take(head % hasNumber))
		if head >= hasNumber {
			says.Numbers[name] = read.number()
		} else {
			says.Switches = append(says.Switches, name)
		}
	}
	if read.failed || len(read.data) > 0 {
		return nil, untrusted("malformed")
	}
	list := says.Serial / listSize
	says.StatusIndex = int64(says.Serial % listSize)
	says.StatusURI = fmt.Sprintf("%s/.well-known/latchkey/%s/status-lists/%d", signers.Issuer, signers.OrganizationID, list)
	return says, nil
}
