import { describeFields, type Infer, integer, list, nullable, object, boolean, text, uuid4 } from '#platform/wire';
import { LicenseKeyView } from './license-key.view.ts';

const { fields } = LicenseKeyView;

const FoundCustomerView = object(
  describeFields(
    { id: uuid4(), email: nullable(text()), name: nullable(text()) },
    {
      id: 'The ID of the customer.',
      email: { text: 'The e-mail address of the customer, or `null`.', example: 'jane@example.com' },
      name: { text: 'The name of the customer, or `null`.', example: 'Jane Doe' },
    },
  ),
  'FoundLicenseKeyCustomer',
);

/** What a list of keys shows of each: not the key itself. */
export const FoundLicenseKeyView = object(
  {
    id: fields.id,
    created_at: fields.created_at,
    modified_at: fields.modified_at,
    organization_id: fields.organization_id,
    customer_id: fields.customer_id,
    customer: FoundCustomerView,
    benefit_id: fields.benefit_id,
    display_key: fields.display_key,
    status: fields.status,
    tags: list(text()),
    activation_count: integer({ ge: 0 }),
    limit_activations: fields.limit_activations,
    usage: fields.usage,
    limit_usage: fields.limit_usage,
    validations: fields.validations,
    last_validated_at: fields.last_validated_at,
    expires_at: fields.expires_at,
  },
  'FoundLicenseKey',
  {
    customer: 'The customer who holds the license key.',
    tags: { text: 'Its tags, in alphabetical order.', example: ['reseller', 'vip'] },
    activation_count: { text: 'The number of current activations.', example: 2 },
  },
);
export type FoundLicenseKeyView = Infer<typeof FoundLicenseKeyView>;

export const FoundLicenseKeysView = object(
  {
    items: list(FoundLicenseKeyView),
    next_cursor: nullable(text()),
    total: object({ count: integer({ ge: 0 }), is_exact: boolean() }, 'FoundLicenseKeysTotal', {
      count: { text: 'The number of license keys that match, at most 1,000.', example: 96 },
      is_exact: 'Whether no more than `count` match, and everything that a `query` finds was searched.',
    }),
  },
  'FoundLicenseKeys',
  {
    items: 'The license keys of this page.',
    next_cursor: 'The `cursor` of the next page, or `null` if this is the last one.',
    total: 'How many license keys match.',
  },
);
export type FoundLicenseKeysView = Infer<typeof FoundLicenseKeysView>;
