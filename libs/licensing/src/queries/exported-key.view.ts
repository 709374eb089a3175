import { type Infer, integer, list, nullable, object, text } from '#platform/wire';
import { LicenseKeyView } from './license-key.view.ts';

const { fields } = LicenseKeyView;

/** A license key in an export. */
export const ExportedKeyView = object(
  {
    id: fields.id,
    created_at: fields.created_at,
    modified_at: fields.modified_at,
    organization_id: fields.organization_id,
    key: fields.key,
    status: fields.status,
    tags: list(text()),
    benefit_id: fields.benefit_id,
    customer_id: fields.customer_id,
    customer_email: nullable(text()),
    customer_name: nullable(text()),
    limit_activations: fields.limit_activations,
    activation_count: integer({ ge: 0 }),
    limit_usage: fields.limit_usage,
    usage: fields.usage,
    validations: fields.validations,
    last_validated_at: fields.last_validated_at,
    expires_at: fields.expires_at,
  },
  'ExportedLicenseKey',
  {
    tags: { text: 'Its tags, in alphabetical order.', example: ['reseller', 'vip'] },
    customer_email: { text: 'The e-mail address of the customer, or `null`.', example: 'jane@example.com' },
    customer_name: { text: 'The name of the customer, or `null`.', example: 'Jane Doe' },
    activation_count: { text: 'The number of current activations.', example: 2 },
  },
);
export type ExportedKeyView = Infer<typeof ExportedKeyView>;
