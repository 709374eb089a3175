import {
  withDefault,
  described,
  describeFields,
  type Fields,
  integer,
  metadata,
  nullable,
  object,
  optional,
  text,
  uuid4,
  LOOKUP_TEXT,
} from '#platform/wire';
import type { PurchaseInput } from '../../commands/resolve-purchase.ts';

const CUSTOMERS = {
  customer_id: 'The ID of the customer.',
  external_customer_id: 'The ID of the customer in your own system.',
};

const purchase = describeFields(
  {
    product_id: uuid4(),
    seats: optional(nullable(integer({ ge: 1 }))),
    metadata: withDefault(metadata(), () => ({})),
  },
  {
    product_id: 'The ID of the product.',
    seats: {
      text: 'The number of seats, for products that are sold by seats. The lowest number that can be bought by default.',
      example: 5,
    },
    metadata: 'Key-value pairs of your own, stored with the purchase.',
  },
);

/** The customer of a purchase is identified by ID or by external ID. */
export const byCustomer = <F extends Fields>(name: string, fields: F) =>
  object({ ...purchase, ...fields, customer_id: described(uuid4(), CUSTOMERS.customer_id) }, `${name}Customer`);
export const byExternalCustomer = <F extends Fields>(name: string, fields: F) =>
  object(
    { ...purchase, ...fields, external_customer_id: described(text(LOOKUP_TEXT), CUSTOMERS.external_customer_id) },
    `${name}ExternalCustomer`,
  );

type Purchase = { readonly product_id: string; readonly seats?: number | null; readonly metadata: PurchaseInput['metadata'] } & (
  { readonly customer_id: string } | { readonly external_customer_id: string }
);

export const toPurchaseInput = (body: Purchase): PurchaseInput => ({
  productId: body.product_id,
  customer: 'customer_id' in body ? { id: body.customer_id } : { externalId: body.external_customer_id },
  seats: body.seats ?? null,
  metadata: body.metadata,
});
