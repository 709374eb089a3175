package latchkey

import (
	"context"
	"time"
)

// activateAsTyped presents the key as it was typed first, because a seller may have issued a key that looks like this.
func (c *Client) activateAsTyped(ctx context.Context, said license) (string, error) {
	meant := nullable(normalForm(string(said.Key)))
	id, err := c.activateForBenefit(ctx, said)
	if refused := refusalOf(err); refused == nil || refused.Code != "NOT_FOUND" || meant == said.Key {
		return id, err
	}
	said.Key = meant
	return c.activateForBenefit(ctx, said)
}

// activateForBenefit asks for one benefit after the other, because the service compares one. A key that is of another one takes no slot.
func (c *Client) activateForBenefit(ctx context.Context, said license) (id string, err error) {
	if c.benefitIDs == nil {
		return c.activateOnce(ctx, said)
	}
	for _, benefitID := range c.benefitIDs {
		said.BenefitID = nullable(benefitID)
		id, err = c.activateOnce(ctx, said)
		if refused := refusalOf(err); refused == nil || refused.Code != "BENEFIT_MISMATCH" {
			return id, err
		}
	}
	return id, err
}

func (c *Client) activateOnce(ctx context.Context, said license) (string, error) {
	if err := c.records.assertWritable(said); err != nil {
		return "", err
	}
	headers, err := c.deviceHeaders()
	if err != nil {
		return "", err
	}
	body := c.presenting(said)
	body["label"], body["meta"] = said.Label, objectOf(said.Meta)
	answered, err := c.service.callSigned(ctx, "activate", body, "", headers)
	if err != nil {
		return "", err
	}
	activationID, hasID := answered.body["id"].(string)
	licenseKeyID, hasKeyID := answered.body["license_key_id"].(string)
	if !hasID || !hasKeyID {
		return "", untrusted("malformed")
	}
	found := objectOf(answered.body["license_key"])
	if said.BenefitID != "" && textOf(found["benefit_id"]) != string(said.BenefitID) {
		return "", untrusted("wrong_benefit")
	}
	if known := textOf(found["key"]); known != "" {
		said.Key = nullable(known)
	}
	said.ActivationID, said.LicenseKeyID = nullable(activationID), nullable(licenseKeyID)
	if c.fixedDeviceID == "" {
		said.Device = nullable(headers["License-Device"])
	}
	return activationID, c.records.writeLicense(said)
}

// activateWhenFree tries again until a device was removed. Without a network it goes on trying.
func (c *Client) activateWhenFree(ctx context.Context, said license, last error) (string, error) {
	for waited := time.Duration(0); waited < longestTrying; {
		if err := c.transport.sleep(ctx, betweenTries); err != nil {
			return "", err
		}
		once, call := c.transport.begin(ctx)
		id, err := c.activateAsTyped(once, said)
		waited += betweenTries + call.spent
		refused := refusalOf(err)
		isFull := refused != nil && refused.Code == "ACTIVATION_LIMIT_REACHED"
		if !isFull && !isUnavailable(err) {
			return id, err
		}
		// Without a page no device is left that could be removed: only leases hold places, until RetryAt.
		if isFull && refused.ManageURL == "" {
			return id, err
		}
		if isFull {
			last = err
		}
	}
	return "", last
}

// presenting returns what each request with this license says.
func (c *Client) presenting(said license) object {
	body := c.presentingKey(said)
	body["conditions"] = objectOf(said.Conditions)
	if said.BenefitID != "" {
		body["benefit_id"] = said.BenefitID
	}
	if described := c.describe(); described != nil {
		body["device"] = described
	}
	if c.application != (Application{}) {
		about := object{}
		if c.application.Version != "" {
			about["version"] = c.application.Version
		}
		if !c.application.ReleasedAt.IsZero() {
			about["released_at"] = c.application.ReleasedAt.UTC().Format(time.RFC3339Nano)
		}
		body["application"] = about
	}
	return body
}

func (c *Client) presentingKey(said license) object {
	return object{"key": string(said.Key), "organization_id": c.organizationID}
}

// presentedKey returns what a request with the stored key says, and the license.
func (c *Client) presentedKey() (object, *license, error) {
	known, err := c.records.license()
	if err != nil {
		return nil, nil, err
	}
	if known == nil || known.Key == "" {
		return nil, nil, ErrNotActivated
	}
	return c.presentingKey(*known), known, nil
}

func (c *Client) presentedActivation() (object, *license, error) {
	body, known, err := c.presentedKey()
	if err != nil {
		return nil, nil, err
	}
	if known.ActivationID == "" {
		return nil, nil, ErrNotActivated
	}
	body["activation_id"] = known.ActivationID
	return body, known, nil
}

// presented returns what a request with the stored license says, and the license.
func (c *Client) presented() (object, *license, error) {
	_, known, err := c.presentedActivation()
	if err != nil {
		return nil, nil, err
	}
	body := c.presenting(*known)
	body["activation_id"] = known.ActivationID
	return body, known, nil
}
