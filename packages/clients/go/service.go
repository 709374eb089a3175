package latchkey

import (
	"context"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	operations = "/v1/customer-portal/license-keys/"
	// area begins the names of the operations in a signature.
	area       = "customer_portal.license_keys."
	keysRecord = "keys"
	maxDetail  = 1000
	// acceptSignature asks for a signature that names the operation. What an older service signs, without it, is not enough: whoever is
	// in between could ask for that.
	acceptSignature = `latchkey=("@status" "content-digest" "license-operation" "license-request-digest" "license-standing" "license-nonce";req)` +
		`;created;tag="latchkey-operation-answer"`
)

var (
	inputForm = regexp.MustCompile(
		`^latchkey=(\("@status" "content-digest" "license-operation" "license-request-digest" (?:("license-standing") )?"license-nonce";req\)` +
			`;created=([0-9]{1,12});keyid="([A-Za-z0-9_-]{1,128})";alg="ed25519";nonce="([^"]*)";tag="latchkey-operation-answer")$`)
	signatureForm = regexp.MustCompile(`^latchkey=:([A-Za-z0-9+/]+={0,2}):$`)
	webForm       = regexp.MustCompile(`^https?://`)
)

// service has the operations for applications, and the public keys that sign their answers.
type service struct {
	url       string
	signers   Signers
	storage   Storage
	transport *transport
	clock     *clock
	known     atomic.Pointer[KeySet]
}

type sentRequest struct {
	// operation is such as customer_portal.license_keys.validate.
	operation string
	body      string
	nonce     string
}

type signedBody struct {
	body object
	text string
	// signedAt is when the service answered, by its own clock.
	signedAt time.Time
	// nonce is that of the request.
	nonce string
	// standing is nil if the service did not tell it, or nobody signed it.
	standing *Standing
}

// call calls an operation whose answers are not signed. The body of a response without content is empty.
func (s *service) call(ctx context.Context, operation string, body object, headers map[string]string) (object, error) {
	sent, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	answered, err := s.post(ctx, operation, string(sent), headers)
	if err != nil {
		return nil, err
	}
	if answered.text == "" {
		return object{}, nil
	}
	parsed := parseObject(answered.text)
	if parsed == nil {
		return nil, notTheService()
	}
	return parsed, nil
}

// callSigned calls an operation that signs its answers, and verifies the answer. nonceField, if any, repeats the nonce in the body.
func (s *service) callSigned(ctx context.Context, operation string, body object, nonceField string, headers map[string]string) (*signedBody, error) {
	nonce, err := newNonce()
	if err != nil {
		return nil, err
	}
	if nonceField != "" {
		body[nonceField] = nonce
	}
	sent, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	all := map[string]string{"License-Nonce": nonce, "Accept-Signature": acceptSignature}
	for name, value := range headers {
		all[name] = value
	}
	answered, err := s.post(ctx, operation, string(sent), all)
	if err != nil {
		return nil, err
	}
	signed, err := signedParameters(answered)
	if err != nil {
		return nil, err
	}
	keys, err := s.keysWith(ctx, signed.kid, time.Time{})
	if err != nil {
		return nil, err
	}
	if err := verifyAnswer(answered, sentRequest{area + operation, string(sent), nonce}, keys.Keys); err != nil {
		return nil, err
	}
	signedAt := signed.created
	isPlausible, err := s.clock.isPlausible(signedAt.Unix())
	if err != nil {
		return nil, err
	}
	if !isPlausible || signedAt.Unix() >= keys.ExpiresAt.Unix()+tolerance {
		return nil, untrusted("expired")
	}
	parsed := parseObject(answered.text)
	if parsed == nil {
		return nil, untrusted("malformed")
	}
	return &signedBody{parsed, answered.text, signedAt, nonce, signed.standing()}, nil
}

// keysWith returns the set of keys, if possible one that has this key: a set that has it not is fetched again, once. at is when a fetched set
// has to be valid. For the answer to a request of now, that is the time at which it was signed; zero if that is not known yet.
func (s *service) keysWith(ctx context.Context, kid string, at time.Time) (*KeySet, error) {
	now, err := s.clock.now()
	if err != nil {
		return nil, err
	}
	known, err := s.knownKeys(now)
	if err != nil || known != nil && known.has(kid) && now.Before(known.ExpiresAt) {
		return known, err
	}
	path := "/.well-known/latchkey/" + s.signers.OrganizationID + "/jwks.json"
	answered, err := s.transport.send(ctx, outgoing{method: http.MethodGet, url: s.url + path})
	if err != nil {
		return nil, err
	}
	token, isText := parseObject(answered.text)["signed_keys"].(string)
	if answered.status != http.StatusOK || !isText {
		return nil, untrusted("unknown_key")
	}
	fetched, err := OpenKeySet(token, s.signers, at)
	if err != nil {
		return nil, err
	}
	s.known.Store(fetched)
	// A full disk is no reason to distrust an answer. This process has the keys.
	_ = s.storage.Write(keysRecord, token)
	return fetched, nil
}

// knownKeys returns the last set of keys, or nil. What is stored and is no set of keys counts as missing.
func (s *service) knownKeys(now time.Time) (*KeySet, error) {
	if known := s.known.Load(); known != nil {
		return known, nil
	}
	token, err := s.storage.Read(keysRecord)
	if err != nil {
		return nil, err
	}
	stored, err := OpenKeySet(token, s.signers, now)
	if err != nil {
		return nil, nil
	}
	s.known.CompareAndSwap(nil, stored)
	return stored, nil
}

// published fetches what is published under a URL of the service.
func (s *service) published(ctx context.Context, uri string) (string, error) {
	path, isOwn := strings.CutPrefix(uri, s.signers.Issuer+"/")
	if !isOwn {
		return "", untrusted("wrong_issuer")
	}
	answered, err := s.transport.send(ctx, outgoing{method: http.MethodGet, url: s.url + "/" + path})
	if err != nil {
		return "", err
	}
	if answered.status != http.StatusOK {
		return "", notTheService()
	}
	return answered.text, nil
}

func (s *service) post(ctx context.Context, operation, body string, headers map[string]string) (*answer, error) {
	sent := map[string]string{"Content-Type": "application/json"}
	for name, value := range headers {
		sent[name] = value
	}
	answered, err := s.transport.send(ctx, outgoing{http.MethodPost, s.url + operations + operation, sent, body})
	if err != nil {
		return nil, err
	}
	if answered.status < 200 || answered.status >= 300 {
		return nil, refusalIn(answered)
	}
	return answered, nil
}

// verifyAnswer verifies that an answer is signed for this request (HTTP Message Signatures, RFC 9421).
func verifyAnswer(answered *answer, request sentRequest, keys []PublicKey) error {
	signed, err := signedParameters(answered)
	if err != nil {
		return err
	}
	signature := signatureForm.FindStringSubmatch(answered.headers.Get("Signature"))
	if signature == nil {
		return untrusted("not_signed")
	}
	requestDigest := contentDigest(request.body)
	key := keyWith(keys, signed.kid)
	switch {
	case key == nil:
		return untrusted("unknown_key")
	case signed.nonce != request.nonce:
		return untrusted("wrong_nonce")
	case answered.headers.Get("License-Request-Digest") != requestDigest, answered.headers.Get("License-Operation") != request.operation:
		return untrusted("wrong_request")
	}
	covered := []string{
		`"@status": ` + strconv.Itoa(answered.status),
		`"content-digest": ` + contentDigest(answered.text),
		`"license-operation": ` + request.operation,
		`"license-request-digest": ` + requestDigest,
	}
	if signed.isStandingCovered {
		covered = append(covered, `"license-standing": `+signed.standingHeader)
	}
	covered = append(covered, `"license-nonce";req: `+request.nonce, `"@signature-params": `+signed.parameters)
	if !key.verifies(fromBase64(signature[1]), strings.Join(covered, "\n")) {
		return untrusted("bad_signature")
	}
	return nil
}

type signatureInput struct {
	// parameters are all of them, as they stand there.
	parameters string
	created    time.Time
	kid        string
	nonce      string
	// isStandingCovered says that the header License-Standing is signed as well.
	isStandingCovered bool
	standingHeader    string
}

// standing returns nil if nobody has signed one.
func (signed *signatureInput) standing() *Standing {
	if !signed.isStandingCovered {
		return nil
	}
	return standingIn(signed.standingHeader)
}

func signedParameters(answered *answer) (*signatureInput, error) {
	found := inputForm.FindStringSubmatch(answered.headers.Get("Signature-Input"))
	if found == nil {
		return nil, untrusted("not_signed")
	}
	created, err := strconv.ParseInt(found[3], 10, 64)
	return &signatureInput{
		parameters:        found[1],
		created:           time.Unix(created, 0).UTC(),
		kid:               found[4],
		nonce:             found[5],
		isStandingCovered: found[2] != "",
		standingHeader:    strings.Join(answered.headers.Values("License-Standing"), ", "),
	}, err
}

// serviceErrors are what the service calls its errors. It never asks for a sign-in here, so "Unauthorized" is what somebody in between says.
var serviceErrors = []string{
	"BadRequest", "NotPermitted", "ResourceNotFound", "IdempotencyKeyInUse", "MethodNotAllowed", "RequestBodyTooLarge", "UnsupportedMediaType",
}

// isOfTheService says whether an answer names a code or a known error, or is a 422 that lists what is wrong.
func isOfTheService(answered *answer, body object) bool {
	isList := answered.status == http.StatusUnprocessableEntity && isListOfProblems(body["detail"])
	return answered.headers.Get("License-Code") != "" || slices.Contains(serviceErrors, textOf(body["error"])) || isList
}

func isListOfProblems(detail any) bool {
	problems, isList := detail.([]any)
	for _, each := range problems {
		problem, _ := each.(map[string]any)
		_, hasPlace := problem["loc"].([]any)
		if _, hasText := problem["msg"].(string); !hasPlace || !hasText {
			return false
		}
	}
	return isList
}

// refusalIn returns the refusal in an answer; the page of a firewall or of a hotel's network is none, in whatever form.
func refusalIn(answered *answer) error {
	body := parseObject(answered.text)
	detail, hasDetail := body["detail"]
	if !hasDetail || !isOfTheService(answered, body) {
		return notTheService()
	}
	refused := &RefusedError{Code: answered.headers.Get("License-Code"), Status: answered.status}
	general := textOf(body["error"])
	if answered.status == http.StatusUnprocessableEntity {
		general = "INVALID_REQUEST"
	}
	for _, code := range []string{textOf(body["code"]), general, strconv.Itoa(answered.status)} {
		if refused.Code == "" {
			refused.Code = code
		}
	}
	refused.Detail = textOf(detail)
	if refused.Detail == "" {
		described, _ := json.Marshal(detail)
		refused.Detail = string(described[:min(len(described), maxDetail)])
	}
	refused.RetryAt, _ = timeOf(body["retry_at"])
	if page := answered.headers.Get("License-Manage-Url"); webForm.MatchString(page) {
		refused.ManageURL = page
	}
	return refused
}
