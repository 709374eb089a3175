type Fields = { readonly [field: string]: unknown };

/** The fields that clients of the reference API read in another form than that of a customer; null stays null. */
const FORMS: { readonly [field: string]: (value: never) => unknown } = {
  billing_address: (address: Fields) => Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null)),
  tax_id: ([number]: readonly [string, string]) => number,
  metadata: (metadata: Fields) =>
    Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, isFraction(value) ? String(value) : value])),
};

const isFraction = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value);

/** Whether a system event is about the customer itself: it says what the customer has. */
export const isAboutCustomer = (name: string): boolean => name.startsWith('customer.');

/** Whether the metadata of an event about a customer has names of fields only, as when it was erased. */
export const isWithoutCustomer = (metadata: Fields): boolean => !('customer_email' in metadata);

/** The metadata of an event about a customer, with the values of the fields that they name. */
export function withCustomer(metadata: Fields, customer: object): Fields {
  const known = customer as Fields;
  const valueOf = (field: string): unknown => {
    const value = known[field] ?? null;
    const form = FORMS[field];
    return form && value !== null ? form(value as never) : value;
  };
  const { updated_fields: updated } = metadata as { readonly updated_fields?: readonly string[] };
  return {
    ...metadata,
    customer_email: known['email'],
    customer_name: known['name'],
    customer_external_id: known['external_id'],
    ...(updated ? { updated_fields: Object.fromEntries(updated.map((field) => [field, valueOf(field)])) } : {}),
  };
}
