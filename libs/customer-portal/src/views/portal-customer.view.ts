import {
  boolean,
  defineField,
  describeResource,
  type Field,
  type Infer,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { AddressView, type CustomerView, TaxIdView } from './customer.view.ts';

/** Accounts with other providers cannot be connected. */
const noAccounts: Field<Record<string, never>> = defineField({
  schema: { type: 'object', maxProperties: 0 },
  read: () => ({}),
});

/** A customer as it sees itself in the portal. */
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
  {
    ...describeResource('customer'),
    email: 'The e-mail address, or `null`.',
    email_verified: 'Whether the customer has signed in with this e-mail address.',
    name: 'The name of the customer, or `null`.',
    billing_name: 'The name on invoices, or `null`. The same as `name` unless the customer sets another one.',
    billing_address: 'The billing address, or `null`.',
    tax_id: 'The tax ID and its format, or `null`.',
    oauth_accounts: 'Always empty: accounts with other providers cannot be connected.',
    default_payment_method_id: 'Always `null`: there are no payment methods.',
    type: 'Whether the customer is an individual or a team with members.',
    locale: 'The language of the customer as a BCP 47 tag, or `null`.',
  },
);
export type PortalCustomerView = Infer<typeof PortalCustomerView>;

/** Removes fields that only the seller sees. */
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
