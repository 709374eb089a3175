import { boolean, country, type Infer, metadata, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
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
);

/** A customer as everyone sees it: in answers about customers, and inside those of other contexts. */
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
);
export type CustomerView = Infer<typeof CustomerView>;
