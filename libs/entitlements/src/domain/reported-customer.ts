import { hash } from 'node:crypto';

/** How a seller refers to a customer: by its id, by the seller's own id, by an email address, or by the last two. */
export type ReportedCustomer =
  | { readonly id: string }
  | { readonly externalId: string }
  | { readonly externalId?: string | null; readonly email?: string | null };

/** A digest that is equal for equal references, so that a purchase is recognized even after its customer was deleted. */
export function digestOf(organizationId: string, customer: ReportedCustomer): string {
  const {
    id = null,
    externalId = null,
    email = null,
  } = customer as { id?: string; externalId?: string | null; email?: string | null };
  return hash('sha256', JSON.stringify([organizationId, id, externalId, email && email.toLowerCase()]));
}
