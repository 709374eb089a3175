import { boolean, type Field, type Infer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { AddressView, type CustomerView } from './customer.view.ts';
import { TaxIdView } from './tax-id.view.ts';

/** There is nowhere to connect accounts of others. */
const noAccounts: Field<Record<string, never>> = {
  schema: { type: 'object', maxProperties: 0 },
  read: () => ({}),
};

/** A customer as it sees itself. */
export const PortalCustomerView = object(
  {
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    id: uuid4(),
    email: nullable(text()),
    email_verified: boolean(),
    name: nullable(text()),
    billing_name: nullable(text()),
    billing_address: nullable(AddressView),
    tax_id: nullable(TaxIdView),
    oauth_accounts: noAccounts,
    default_payment_method_id: nullable(uuid4()),
    type: oneOf(['individual', 'team']),
    locale: nullable(text()),
  },
  'CustomerPortalCustomer',
);
export type PortalCustomerView = Infer<typeof PortalCustomerView>;

/** Without what only the seller knows of the customer. */
export const asPortalCustomer = (customer: CustomerView): PortalCustomerView => ({
  created_at: customer.created_at,
  modified_at: customer.modified_at,
  id: customer.id,
  email: customer.email,
  email_verified: customer.email_verified,
  name: customer.name,
  billing_name: customer.billing_name,
  billing_address: customer.billing_address,
  tax_id: customer.tax_id,
  oauth_accounts: {},
  default_payment_method_id: customer.default_payment_method_id,
  type: customer.type,
  locale: customer.locale,
});
