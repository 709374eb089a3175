import { CombineRule, FlagValues } from '#catalog/views';
import { type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

/** One source of what a license key entitles to. */
export const KeyEntitlementView = object(
  {
    id: uuid4(),
    source: oneOf(['purchase', 'add_on', 'by_hand']),
    benefit_id: uuid4(),
    values: FlagValues,
    combine: nullable(CombineRule),
    benefit_grant_id: nullable(uuid4()),
    reason: nullable(text()),
    created_at: nullable(timestamp()),
    ends_at: nullable(timestamp()),
  },
  'LicenseKeyEntitlementSource',
  {
    id: 'The ID of the benefit, of the benefit grant, or of the entitlement that was given by hand, as the `source` says.',
    source:
      '`purchase`: of a purchase that brought or renewed the license key; `add_on`: of another purchase that extends it; `by_hand`: given by the seller.',
    benefit_id: 'The ID of the `feature_flag` benefit.',
    values: { text: 'The values that this source brings.', example: { max_pages: 500 } },
    combine: 'What becomes of a value that the license key has already: `null` if both are shown.',
    benefit_grant_id: 'The ID of the benefit grant of an add-on, or `null`.',
    reason: { text: 'Why it was given by hand, or `null`.', example: 'Promised by support' },
    created_at: 'When it was given, or when the add-on was granted; `null` for a purchase of the license key.',
    ends_at: 'When it ends that was given by hand, or `null`.',
  },
);
export type KeyEntitlementView = Infer<typeof KeyEntitlementView>;
