import { withDefault, integer, metadata, nullable, object, optional, text, uuid4 } from '#platform/wire';
import type { PurchaseInput } from '../../commands/resolve-purchase.ts';

const purchase = {
  product_id: uuid4(),
  seats: optional(nullable(integer({ ge: 1 }))),
  metadata: withDefault(metadata(), () => ({})),
};

/** A purchase by a customer whom the request names by our id, or by the seller's. */
export const byCustomer = (name: string) => object({ ...purchase, customer_id: uuid4() }, `${name}Customer`);
export const byExternalCustomer = (name: string) =>
  object({ ...purchase, external_customer_id: text() }, `${name}ExternalCustomer`);

type Purchase = { readonly product_id: string; readonly seats?: number | null; readonly metadata: PurchaseInput['metadata'] } & (
  { readonly customer_id: string } | { readonly external_customer_id: string }
);

export const wishOf = (body: Purchase): PurchaseInput => ({
  productId: body.product_id,
  customer: 'customer_id' in body ? { id: body.customer_id } : { externalId: body.external_customer_id },
  seats: body.seats ?? null,
  metadata: body.metadata,
});
