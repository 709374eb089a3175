/** Error responses that several operations on customers document. */
export const CUSTOMER_NOT_FOUND = [
  'ResourceNotFound',
  'The customer does not exist, is deleted or belongs to another organization.',
] as const;

export const EXTERNAL_ID_NOT_FOUND = [
  'ResourceNotFound',
  'No customer in the organizations of the caller has this external ID.',
] as const;

export const EXTERNAL_ID_AMBIGUOUS = [
  'AmbiguousExternalCustomerID',
  'Customers of several organizations of the caller have this external ID. Name one with `Polar-Organization`.',
] as const;
