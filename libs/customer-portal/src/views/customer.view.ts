import {
  boolean,
  country,
  describeResource,
  type Infer,
  metadata,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { TaxIdView } from './tax-id.view.ts';

export const AddressView = object(
  {
    line1: nullable(text()),
    line2: nullable(text()),
    postal_code: nullable(text()),
    city: nullable(text()),
    state: nullable(text()),
    country: country(),
  },
  'Address',
  {
    line1: 'The first line of the address, or `null`.',
    line2: 'The second line of the address, or `null`.',
    postal_code: { text: 'The postal code, or `null`.', example: '10115' },
    city: { text: 'The city, or `null`.', example: 'Berlin' },
    state: 'The state or province, or `null`. For the US and Canada an ISO 3166-2 code such as `US-NY`.',
    country: 'The country (ISO 3166-1 alpha-2).',
  },
);

/** A customer, as returned by operations on customers and inside other resources. */
export const CustomerView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    metadata: metadata(),
    external_id: nullable(text()),
    email: nullable(text()),
    email_verified: boolean(),
    type: oneOf(['individual', 'team']),
    name: nullable(text()),
    billing_name: nullable(text()),
    billing_address: nullable(AddressView),
    tax_id: nullable(TaxIdView),
    locale: nullable(text()),
    organization_id: uuid4(),
    default_payment_method_id: nullable(uuid4()),
    deleted_at: nullable(timestamp()),
    first_user_event_at: nullable(timestamp()),
    avatar_url: nullable(text()),
  },
  'LicenseKeyCustomer',
  {
    ...describeResource('customer'),
    external_id: {
      text: 'The ID of the customer in your own system, or `null`. It is unique within the organization.',
      example: 'user-4711',
    },
    email: { text: 'The e-mail address, or `null`. It is unique within the organization.', example: 'jane@example.com' },
    email_verified: 'Whether the customer has signed in to the customer portal with this e-mail address.',
    type: 'Whether the customer is an individual or a team with members.',
    name: { text: 'The name of the customer, or `null`.', example: 'Jane Doe' },
    billing_name: 'The name on invoices, or `null`. The same as `name` unless the customer sets another one.',
    billing_address: 'The billing address, or `null`.',
    tax_id: 'The tax ID and its format, or `null`.',
    locale: { text: 'The language of the customer as a BCP 47 tag, or `null`.', example: 'en-GB' },
    default_payment_method_id: 'Always `null`: there are no payment methods.',
    deleted_at: 'When the customer was deleted, or `null`.',
    first_user_event_at: 'The time of the first event of the customer, or `null`. It can be before `created_at`.',
    avatar_url: 'The URL of an avatar image, or `null`.',
  },
);
export type CustomerView = Infer<typeof CustomerView>;
