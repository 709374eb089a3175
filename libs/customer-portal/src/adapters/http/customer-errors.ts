/** Error responses that several operations on customers document. */
export const CUSTOMER_NOT_FOUND = [
  'ResourceNotFound',
  'The customer does not exist, is deleted, or belongs to another organization',
] as const;

export const EXTERNAL_ID_NOT_FOUND = ['ResourceNotFound', 'No customer of a visible organization has this external id'] as const;

export const EXTERNAL_ID_AMBIGUOUS = [
  'AmbiguousExternalCustomerID',
  'Customers of several visible organizations have this external id',
] as const;
