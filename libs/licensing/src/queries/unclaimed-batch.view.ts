import { boolean, describeResource, type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const UnclaimedBatchView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    name: text(),
    benefit_id: uuid4(),
    size: integer(),
    claimed: integer(),
    claim_until: nullable(timestamp()),
    is_stopped: boolean(),
    stopped_at: nullable(timestamp()),
  },
  'LicenseKeyBatch',
  {
    ...describeResource('batch'),
    name: { text: 'The name of the batch.', example: 'Bundle with Atlas, autumn' },
    benefit_id: 'The ID of the benefit of which the license keys are.',
    size: { text: 'The number of keys that were made.', example: 500 },
    claimed: { text: 'The number of keys that were claimed, and so are license keys.', example: 120 },
    claim_until: 'Until when keys can be claimed, or `null`.',
    is_stopped: 'Whether keys that nobody has claimed are refused.',
    stopped_at: 'Since when they are refused, or `null`.',
  },
);
export type UnclaimedBatchView = Infer<typeof UnclaimedBatchView>;

export const UNCLAIMED_STATUSES = ['unclaimed', 'claimed'] as const;

/** A key of a batch in an export. */
export const UnclaimedKeyView = object(
  {
    id: uuid4(),
    key: nullable(text()),
    display_key: text(),
    status: oneOf(UNCLAIMED_STATUSES),
    claimed_at: nullable(timestamp()),
  },
  'UnclaimedLicenseKey',
  {
    id: 'The ID that the license key has once it is claimed.',
    key: { text: 'The key; `null` once it is claimed.', example: 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA' },
    display_key: { text: 'The key without most of its characters.', example: '****-E304DA' },
    status: 'Whether somebody has claimed the key.',
    claimed_at: 'When it was claimed, or `null`.',
  },
);
export type UnclaimedKeyView = Infer<typeof UnclaimedKeyView>;
