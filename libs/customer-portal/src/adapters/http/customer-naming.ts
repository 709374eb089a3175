import { CUSTOMER_NOT_FOUND, EXTERNAL_ID_AMBIGUOUS, EXTERNAL_ID_NOT_FOUND } from './customer-errors.ts';

/** A customer or member by its ID, or by the ID that it has in the seller's own system. */
export type Named = { readonly id: string } | { readonly externalId: string };

/** The customer that a path names. */
export const customerIn = (path: { readonly id: string } | { readonly external_id: string }): Named =>
  'id' in path ? { id: path.id } : { externalId: path.external_id };

/** What differs in the documentation of operations whose path names a customer by its ID. */
export const BY_ID = { suffix: '', errors: { 404: CUSTOMER_NOT_FOUND } };
/** The same, by its external ID. */
export const BY_EXTERNAL_ID = {
  suffix: ' by external ID',
  errors: { 404: EXTERNAL_ID_NOT_FOUND, 409: EXTERNAL_ID_AMBIGUOUS },
};
