import { describeResource, type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const KeyPoolView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    name: text(),
    benefit_id: uuid4(),
    low_threshold: integer(),
    available: integer(),
    claimed: integer(),
    waiting_grants: integer(),
  },
  'LicenseKeyPool',
  {
    ...describeResource('pool'),
    name: { text: 'The name of the pool.', example: 'Keys from the publisher, batch 7' },
    benefit_id: 'The ID of the benefit whose license keys are taken from the pool.',
    low_threshold: {
      text: '`license_key_pool.low` is published when the number of available entries comes down to this.',
      example: 100,
    },
    available: { text: 'The number of entries that are no license key yet.', example: 2500 },
    claimed: { text: 'The number of license keys that were taken from the pool.', example: 7500 },
    waiting_grants: {
      text: 'The number of benefit grants that have no license key because the pool was empty. They get one when entries are added.',
      example: 0,
    },
  },
);
export type KeyPoolView = Infer<typeof KeyPoolView>;

export const ENTRY_STATUSES = ['available', 'claimed'] as const;

export const PoolEntryView = object(
  {
    created_at: timestamp(),
    id: uuid4(),
    display_key: text(),
    status: oneOf(ENTRY_STATUSES),
    claimed_at: nullable(timestamp()),
    license_key_id: nullable(uuid4()),
  },
  'LicenseKeyPoolEntry',
  {
    created_at: 'When the entry was added.',
    id: 'The ID of the entry.',
    display_key: { text: 'The key without most of its characters.', example: '****-E304DA' },
    status: 'Whether a license key was issued with the entry.',
    claimed_at: 'When the license key was issued, or `null`.',
    license_key_id: 'The ID of the license key that was issued with the entry, or `null`.',
  },
);
export type PoolEntryView = Infer<typeof PoolEntryView>;

export const WaitingGrantView = object({ benefit_grant_id: uuid4(), since: timestamp() }, 'WaitingBenefitGrant', {
  benefit_grant_id: 'The ID of the benefit grant that has no license key yet.',
  since: 'Since when it waits.',
});
export type WaitingGrantView = Infer<typeof WaitingGrantView>;
