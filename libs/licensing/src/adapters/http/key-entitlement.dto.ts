import { CombineRule, FlagValues } from '#catalog/views';
import { defineRequest, paging } from '#platform/http';
import { describeFields, describeInput, nullable, object, optional, strict, text, timestamp, uuid4 } from '#platform/wire';

const path = describeFields({ id: uuid4() }, describeInput('license key').path);

export const ListKeyEntitlementsRequest = defineRequest({ path, query: paging });

export const GiveEntitlementRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        benefit_id: uuid4(),
        values: optional(FlagValues),
        combine: optional(nullable(CombineRule)),
        reason: text({ min: 1, max: 255 }),
        ends_at: optional(nullable(timestamp())),
      },
      'LicenseKeyEntitlementGive',
      {
        benefit_id: 'The ID of a `feature_flag` benefit of the same organization.',
        values: { text: 'The values that are given. Those of the benefit by default.', example: { max_pages: 1000 } },
        combine:
          'What becomes of a value that the license key has already: it adds to it, the highest counts, or it replaces it; `null` shows both. That of the benefit by default.',
        reason: { text: 'Why it is given.', example: 'Promised by support' },
        ends_at: 'When it ends. It has no end by default.',
      },
    ),
  ),
});

export const OneKeyEntitlementRequest = defineRequest({
  path: describeFields(
    { id: uuid4(), entitlement_id: uuid4() },
    { ...describeInput('license key').path, entitlement_id: 'The ID of the entitlement that was given by hand.' },
  ),
});

export const AttachGrantRequest = defineRequest({
  path,
  body: strict(
    object({ benefit_grant_id: uuid4() }, 'LicenseKeyAttachGrant', {
      benefit_grant_id: 'The ID of a benefit grant of the same customer, of a benefit whose `attach` is `key_of` or `choose`.',
    }),
  ),
});

export const ListOwnAddOnsRequest = defineRequest({ query: paging });
