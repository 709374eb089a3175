import { SHORT_TEXT } from '#support/texts';
import {
  addressFrom,
  AddressInput,
  blankToNull,
  email,
  type Infer,
  locale,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  unionByKey,
  uuid4,
  strict,
} from '#platform/wire';
import type { CustomerReference } from '../../commands/resolve-purchase.ts';
import { requiring } from './field-combinations.ts';

const customerFields = {
  email: optional(nullable(email())),
  name: optional(blankToNull({ max: 256 })),
  external_id: optional(blankToNull(SHORT_TEXT)),
  billing_name: optional(blankToNull({ max: 256 })),
  billing_address: optional(nullable(AddressInput)),
  tax_id: optional(blankToNull(SHORT_TEXT)),
  locale: optional(nullable(locale())),
  metadata: optional(metadata()),
  type: optional(nullable(oneOf(['individual', 'team']))),
};
const CUSTOMER = {
  email: { text: 'The e-mail address. It finds the customer if no customer has the external ID.', example: 'jane@example.com' },
  name: { text: 'The name of a new customer.', example: 'Jane Doe' },
  external_id: { text: 'The ID of the customer in your own system. It finds the customer.', example: 'user-4711' },
  billing_name: { text: 'The name of a new customer on invoices.', example: 'Acme Inc.' },
  billing_address: 'The billing address of a new customer.',
  tax_id: 'The tax ID of a new customer: a number valid in the country of the billing address.',
  locale: { text: 'The language of a new customer as a BCP 47 tag.', example: 'en-GB' },
  metadata: 'Key-value pairs of your own, stored with a new customer.',
  type: 'Whether a new customer is an `individual` or a `team` with members. `individual` by default.',
};

/** A customer to be found or created. */
export const CustomerInput = requiring(strict(object(customerFields, 'PurchaseCustomer', CUSTOMER)), ['email', 'external_id']);

/** A recipient may also be named by its id, and then by nothing else. */
export const RecipientInput = unionByKey(
  'id',
  strict(object({ id: uuid4() }, 'PurchaseRecipientById', { id: 'The ID of the customer who gets the benefits.' })),
  CustomerInput,
);

export const referenceTo = (customer: Infer<typeof CustomerInput>): CustomerReference => ({
  toEnsure: {
    email: customer.email,
    name: customer.name,
    externalId: customer.external_id,
    billingName: customer.billing_name,
    billingAddress: customer.billing_address && addressFrom(customer.billing_address),
    taxId: customer.tax_id ?? undefined,
    locale: customer.locale,
    metadata: customer.metadata,
    type: customer.type ?? undefined,
  },
});
