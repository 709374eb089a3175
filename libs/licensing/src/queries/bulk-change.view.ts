import {
  awareTimestamp,
  boolean,
  describeResource,
  discriminatedUnion,
  type Infer,
  integer,
  list,
  literal,
  nullable,
  object,
  oneOf,
  strict,
  text,
  timestamp,
  trimmed,
  uuid4,
} from '#platform/wire';
import { BENEFIT_LIMITS, BULK_REFUSALS } from '#support/bulk-changes';
import { LONGEST_TAG } from '#support/tags';

/** A hundred years. */
const MOST_DAYS = 36_525;

const tag = trimmed({ min: 1, max: LONGEST_TAG });

const plain = <T extends string>(type: T, name: string, does: string) =>
  strict(object({ type: literal(type) }, name, { type: does }));

/** What is done with each key, in requests and in responses. */
export const BulkActionView = discriminatedUnion('type', {
  extend: strict(
    object({ type: literal('extend'), days: integer({ ge: 1, le: MOST_DAYS }) }, 'LicenseKeyBulkExtend', {
      type: 'Each license key gets more days, from when it expires or, if it has expired, from now.',
      days: { text: 'How many days of 24 hours.', example: 30 },
    }),
  ),
  extend_until: strict(
    object({ type: literal('extend_until'), expires_at: awareTimestamp() }, 'LicenseKeyBulkExtendUntil', {
      type: 'Each license key that expires sooner expires then.',
      expires_at: { text: 'When the license keys expire.', example: '2027-12-31T23:59:59Z' },
    }),
  ),
  add_activations: strict(
    object({ type: literal('add_activations'), count: integer({ ge: 1, le: 10_000 }) }, 'LicenseKeyBulkAddActivations', {
      type: 'The activation limit of each license key rises.',
      count: { text: 'By how many.', example: 1 },
    }),
  ),
  follow_benefit: strict(
    object({ type: literal('follow_benefit'), limit: oneOf(BENEFIT_LIMITS) }, 'LicenseKeyBulkFollowBenefit', {
      type: 'Each license key gets a limit that its benefit sets now, instead of one that was set by hand or when it was issued directly.',
      limit: 'Which limit. That of a license key that was bought follows the benefit again.',
    }),
  ),
  disable: plain('disable', 'LicenseKeyBulkDisable', 'Each license key that is granted is disabled.'),
  enable: plain('enable', 'LicenseKeyBulkEnable', 'Each license key that is disabled is granted again.'),
  add_tag: strict(
    object({ type: literal('add_tag'), tag }, 'LicenseKeyBulkAddTag', {
      type: 'Each license key gets the tag.',
      tag: { text: 'The tag, in any case.', example: 'vip' },
    }),
  ),
  remove_tag: strict(
    object({ type: literal('remove_tag'), tag }, 'LicenseKeyBulkRemoveTag', {
      type: 'Each license key loses the tag.',
      tag: { text: 'The tag, in any case.', example: 'vip' },
    }),
  ),
  send: plain('send', 'LicenseKeyBulkSend', 'Each license key that is granted is mailed to whoever holds it.'),
});
export type BulkActionView = Infer<typeof BulkActionView>;

export const BULK_STATUSES = ['running', 'done', 'cancelled', 'undoing', 'undone'] as const;

export const BulkChangeView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    organization_id: uuid4(),
    action: BulkActionView,
    status: oneOf(BULK_STATUSES),
    total: integer(),
    changed: integer(),
    refused: integer(),
    pending: integer(),
    restored: integer(),
    kept: integer(),
    is_undoable: boolean(),
    finished_at: nullable(timestamp()),
  },
  'LicenseKeyBulkChange',
  {
    ...describeResource('bulk change'),
    action: 'What is done with each license key.',
    status:
      '`running` until all license keys were looked at, which makes it `done`, or until it is `cancelled`; `undoing`, and then `undone`, once that was asked for.',
    total: { text: 'The number of its license keys, which stay the ones that it was begun with.', example: 50 },
    changed: { text: 'How many were changed, also those that were restored since.', example: 47 },
    refused: { text: 'How many were left as they are; the entries say why.', example: 3 },
    pending: { text: 'How many are left. Those of a bulk change that was cancelled stay as they are.', example: 0 },
    restored: { text: 'How many got back what they had before.', example: 0 },
    kept: { text: 'How many were not restored, because they had been changed since.', example: 0 },
    is_undoable: 'Whether it can be undone: it is not undone already, and did not send anything.',
    finished_at: 'When it was done, cancelled or undone, or `null`.',
  },
);
export type BulkChangeView = Infer<typeof BulkChangeView>;

export const refusal = oneOf(BULK_REFUSALS);
export const REFUSAL =
  'Why a license key is left as it is: it is `ALREADY_SO`, `REVOKED`, not granted (`NOT_GRANTED`) or not found (`NOT_FOUND`); it was changed ' +
  'after the bulk change (`CHANGED_SINCE`); it never expires (`NEVER_EXPIRES`), expires later already (`EXPIRES_LATER`) or would expire after the year 9999 (`EXPIRES_TOO_LATE`); it ' +
  'cannot be activated (`NO_ACTIVATIONS`) or its limit would be too high (`TOO_MANY_ACTIVATIONS`); its benefit does not exist any more (`NO_BENEFIT`); ' +
  'it or its organization has too many tags (`TOO_MANY_TAGS`); its customer is deleted (`CUSTOMER_DELETED`) or has no address (`NO_EMAIL`).';

export const BulkPreviewView = object(
  {
    total: integer(),
    changed: integer(),
    refusals: list(
      object(
        {
          code: refusal,
          count: integer(),
          examples: list(
            object({ license_key_id: uuid4(), display_key: text() }, 'LicenseKeyBulkExample', {
              license_key_id: 'The ID of the license key.',
              display_key: { text: 'The license key without most of its characters.', example: '****-E304DA' },
            }),
          ),
        },
        'LicenseKeyBulkRefusals',
        {
          code: REFUSAL,
          count: { text: 'How many license keys.', example: 3 },
          examples: 'Some of them, at most three.',
        },
      ),
    ),
  },
  'LicenseKeyBulkPreview',
  {
    total: { text: 'How many license keys match.', example: 50 },
    changed: { text: 'How many of them would be changed.', example: 47 },
    refusals: 'Why the others would be left as they are, the most frequent reason first.',
  },
);
export type BulkPreviewView = Infer<typeof BulkPreviewView>;
