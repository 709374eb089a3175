package latchkey

import (
	"context"
	"slices"
	"time"
)

// SigningIn is how a customer signs in.
type SigningIn struct {
	// ClientID is the id of the application at the service (POST /v1/sign-in-clients/).
	ClientID string
	// OnCode is called once: the application shows the code and the page, or opens the page.
	OnCode func(SignInCode)
	// Choose is called if there are several license keys, oldest first, and returns one of them. Without it, the first one is activated.
	Choose func([]SignedInKey) SignedInKey
	// Label, Conditions and Meta are those of an [Installation].
	Label            string
	Conditions, Meta map[string]any
}

// SignInCode is where the customer allows the application to sign in, for as long as the code is valid.
type SignInCode struct {
	// UserCode is what the application shows, and the customer types on the page.
	UserCode        string
	VerificationURI string
	// VerificationURIComplete is the page with the code filled in, to open in a browser or to show as a QR code.
	VerificationURIComplete string
}

// SignedInKey is a license key of whoever signed in.
type SignedInKey struct {
	ID  string
	Key string
	// DisplayKey is the key without most of its characters.
	DisplayKey string
	BenefitID  string
	// ExpiresAt is zero if the key does not expire.
	ExpiresAt time.Time
}

// SignIn lets the customer sign in on a page of the service instead of typing a license key, activates the license key of the customer for
// this device, and returns the ID of the activation. It waits until the customer has decided, at most as long as the code is valid, or until
// the context ends. It is refused with SIGN_IN_DENIED, SIGN_IN_EXPIRED, or NO_LICENSE_KEY if whoever signed in has none for this application;
// otherwise as an activation. Nothing of the sign-in is stored.
func (c *Client) SignIn(ctx context.Context, signingIn SigningIn) (string, error) {
	keys, err := c.signedInKeys(ctx, signingIn)
	if err != nil {
		return "", err
	}
	chosen := keys[0]
	if len(keys) > 1 && signingIn.Choose != nil {
		chosen = signingIn.Choose(keys)
	}
	once, _ := c.transport.begin(ctx)
	return c.activateOnce(once, license{
		Key:        nullable(chosen.Key),
		BenefitID:  nullable(chosen.BenefitID),
		Label:      signingIn.Label,
		Conditions: signingIn.Conditions,
		Meta:       signingIn.Meta,
	})
}

// signedInKeys shows the code, and returns the license keys of whoever signed in, at least one. The answers are not signed: that of the
// activation proves what the key is.
func (c *Client) signedInKeys(ctx context.Context, signingIn SigningIn) ([]SignedInKey, error) {
	once, _ := c.transport.begin(ctx)
	begun, err := c.service.call(once, "sign-in", object{"organization_id": c.organizationID, "client_id": signingIn.ClientID}, nil)
	if err != nil {
		return nil, err
	}
	deviceCode, code := textOf(begun["device_code"]), signInCodeIn(begun)
	if deviceCode == "" || code == nil {
		return nil, untrusted("malformed")
	}
	signingIn.OnCode(*code)
	question := object{"organization_id": c.organizationID, "device_code": deviceCode}
	if c.benefitIDs != nil {
		question["benefit_ids"] = c.benefitIDs
	}
	return c.allowedKeys(ctx, question, waitOf(begun["interval"]), waitOf(begun["expires_in"]))
}

// allowedKeys asks until the sign-in was allowed, refused or is over. Whatever keeps the service from answering meanwhile passes, or lasts
// until the code is over.
func (c *Client) allowedKeys(ctx context.Context, question object, interval, expiresIn time.Duration) ([]SignedInKey, error) {
	var expired error = &RefusedError{Code: "SIGN_IN_EXPIRED", Status: 404, Detail: "Nobody has allowed the sign-in in time."}
	last := expired
	for waited := time.Duration(0); waited+interval <= expiresIn; {
		if err := c.transport.sleep(ctx, interval); err != nil {
			return nil, err
		}
		once, call := c.transport.begin(ctx)
		answered, err := c.service.call(once, "sign-in/keys", question, nil)
		waited += interval + call.spent
		switch {
		case isUnavailable(err):
			last = err
		case err != nil:
			return nil, err
		case answered["status"] != "pending":
			return c.keysIn(answered)
		default:
			last = expired
			interval = max(interval, waitOf(answered["interval"]))
		}
	}
	return nil, last
}

func (c *Client) keysIn(answered object) ([]SignedInKey, error) {
	listed, _ := answered["license_keys"].([]any)
	if len(listed) == 0 {
		return nil, untrusted("malformed")
	}
	keys := make([]SignedInKey, 0, len(listed))
	for _, each := range listed {
		told := objectOf(each)
		key := SignedInKey{
			ID:         textOf(told["id"]),
			Key:        textOf(told["key"]),
			DisplayKey: textOf(told["display_key"]),
			BenefitID:  textOf(told["benefit_id"]),
		}
		key.ExpiresAt, _ = timeOf(told["expires_at"])
		if key.ID == "" || key.Key == "" || key.BenefitID == "" {
			return nil, untrusted("malformed")
		}
		if c.benefitIDs != nil && !slices.Contains(c.benefitIDs, key.BenefitID) {
			return nil, untrusted("wrong_benefit")
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// signInCodeIn returns nil if the answer shows nothing. Applications open the pages in a browser.
func signInCodeIn(begun object) *SignInCode {
	code := SignInCode{textOf(begun["user_code"]), textOf(begun["verification_uri"]), textOf(begun["verification_uri_complete"])}
	if code.UserCode == "" || !webForm.MatchString(code.VerificationURI) || !webForm.MatchString(code.VerificationURIComplete) {
		return nil
	}
	return &code
}

// waitOf returns at least a second, and no more than other waits for the customer last.
func waitOf(seconds any) time.Duration {
	number, _ := integerOf(seconds)
	return time.Duration(min(max(number, 1), int64(longestTrying/time.Second))) * time.Second
}
