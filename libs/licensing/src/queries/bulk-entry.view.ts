import { boolean, type Infer, integer, nullable, object, oneOf, optional, text, timestamp, uuid4 } from '#platform/wire';
import { BULK_OUTCOMES } from '#support/bulk-changes';
import { REFUSAL, refusal } from './bulk-change.view.ts';

const values = (name: string) =>
  object(
    {
      status: optional(oneOf(['granted', 'revoked', 'disabled'])),
      expires_at: optional(nullable(timestamp())),
      limit_activations: optional(nullable(integer())),
      limit_usage: optional(nullable(integer())),
      is_tagged: optional(boolean()),
    },
    name,
    {
      status: 'The status.',
      expires_at: 'When the license key expires, or `null`.',
      limit_activations: { text: 'The activation limit, or `null`.', example: 3 },
      limit_usage: { text: 'The usage limit, or `null`.', example: 100 },
      is_tagged: 'Whether it has the tag.',
    },
  );
const BulkValuesView = values('LicenseKeyBulkValues');

export const BulkEntryView = object(
  {
    license_key_id: uuid4(),
    display_key: nullable(text()),
    outcome: oneOf(BULK_OUTCOMES),
    code: nullable(refusal),
    before: nullable(BulkValuesView),
    after: nullable(BulkValuesView),
  },
  'LicenseKeyBulkEntry',
  {
    license_key_id: 'The ID of the license key.',
    display_key: {
      text: 'The license key without most of its characters; `null` if there is none any more.',
      example: '****-E304DA',
    },
    outcome: '`pending` until it is looked at, then `changed` or `refused`; `restored` or `kept` once the bulk change is undone.',
    code: REFUSAL,
    before: 'What it had before; `null` unless it was changed.',
    after: 'What it got.',
  },
);
export type BulkEntryView = Infer<typeof BulkEntryView>;
