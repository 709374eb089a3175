import {
  addressFrom,
  AddressInput,
  blankToNull,
  boolean,
  currency,
  defineField,
  describeFields,
  email,
  type Field,
  type Fields,
  type Infer,
  integer,
  isPlainObject,
  list,
  type Issue,
  locale,
  metadata,
  nullable,
  object,
  type ObjectOf,
  oneOf,
  optional,
  SHORT_TEXT,
  text,
  unionByKey,
  uuid4,
  withDefault,
  LOOKUP_TEXT,
} from '#platform/wire';
import type { CustomerReference, ToldInput } from '../../commands/resolve-purchase.ts';

const MAX_SOURCE_LENGTH = 64;

const isGiven = (input: Record<string, unknown>, key: string): boolean => Object.hasOwn(input, key) && input[key] !== null;

/** Adds an issue for every field that cannot be combined with another one that is given. */
export const excluding = <T, F extends Fields>(
  field: Field<T> & { readonly fields: F },
  excluded: { readonly [given: string]: readonly string[] },
): Field<T> & { readonly fields: F } =>
  defineField(
    {
      schema: field.schema,
      read: (input, issues) => {
        if (isPlainObject(input)) issues.push(...issuesOf(input, excluded));
        return field.read(input, issues);
      },
    },
    { fields: field.fields },
  );

const issuesOf = (input: Record<string, unknown>, excluded: { readonly [given: string]: readonly string[] }): Issue[] =>
  Object.entries(excluded).flatMap(([given, others]) =>
    isGiven(input, given)
      ? others
          .filter((other) => isGiven(input, other))
          .map((other) => combination([other], `${other} cannot be combined with ${given}.`, input[other]))
      : [],
  );

const combination = (loc: string[], message: string, input: unknown): Issue => ({
  loc,
  type: 'value_error',
  msg: `Value error, ${message}`,
  input,
  ctx: { error: {} },
});

/** Adds an issue if a field is given without another one that it needs. */
const needing = <T, F extends Fields>(
  field: Field<T> & { readonly fields: F },
  name: string,
  needed: string,
): Field<T> & { readonly fields: F } =>
  defineField(
    {
      schema: field.schema,
      read: (input, issues) => {
        if (isPlainObject(input) && isGiven(input, name) && !isGiven(input, needed))
          issues.push(combination([name], `${name} needs ${needed}.`, input[name]));
        return field.read(input, issues);
      },
    },
    { fields: field.fields },
  );

/** Adds an issue unless one of two fields is given. */
export const requiring = <T>(field: Field<T>, names: readonly [string, string]): Field<T> =>
  defineField({
    schema: field.schema,
    read: (input, issues) => {
      if (isPlainObject(input) && !names.some((name) => isGiven(input, name))) {
        issues.push({ loc: [names[0]], type: 'missing', msg: 'Field required', input });
      }
      return field.read(input, issues);
    },
  });

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

const CustomerInput = requiring(object(customerFields, 'PurchaseCustomer', CUSTOMER), ['email', 'external_id']);

/** A recipient may also be named by its id alone. */
const RecipientInput = unionByKey(
  'id',
  excluding(
    object({ id: uuid4() }, 'PurchaseRecipientById', { id: 'The ID of the customer who gets the benefits.' }),
    { id: Object.keys(customerFields) },
  ),
  CustomerInput,
);

const told = {
  external_id: optional(nullable(text({ min: 1, ...SHORT_TEXT }))),
  external_source: optional(nullable(text({ max: MAX_SOURCE_LENGTH }))),
  amount: optional(nullable(integer({ ge: 0 }))),
  tax_amount: optional(nullable(integer({ ge: 0 }))),
  currency: optional(nullable(currency())),
  metadata: withDefault(metadata(), () => ({})),
};

const TOLD = {
  external_id: {
    text: 'The ID of the purchase in your own system or at your payment provider. A purchase that is told again with the same ID is returned with 200 instead of being created; with another product, customer, amount or number of seats the response is 409. Facts that are left out are not compared.',
    example: 'in_1Qx4ZkLkdIwHu7ix',
  },
  external_source: {
    text: 'The system that `external_id` comes from. IDs are unique for each source. Empty by default.',
    example: 'stripe',
  },
  amount: { text: 'The amount in minor units of the currency, without tax. The price of the product by default.', example: 2900 },
  tax_amount: 'The tax on the amount, in minor units. 0 by default.',
  currency: 'The currency (ISO 4217, lower case). The currency of the product by default.',
  metadata: 'Key-value pairs of your own, stored with the purchase.',
};

const MAX_KEYS = 100;

const LicenseKeyInput = object(
  { benefit_id: uuid4(), key: text({ min: 1, ...SHORT_TEXT }) },
  'PurchaseLicenseKey',
  {
    benefit_id: 'The ID of a `license_keys` benefit of the product.',
    key: { text: 'The license key, unique within the organization.', example: 'LEGACY-0001' },
  },
);

const purchase = {
  ...told,
  license_keys: optional(nullable(list(LicenseKeyInput, { max: MAX_KEYS }))),
  deliver_by_email: optional(nullable(boolean())),
  seats: optional(nullable(integer({ ge: 1 }))),
  recipient: optional(nullable(RecipientInput)),
};

const DESCRIPTIONS = {
  ...TOLD,
  product_id: 'The ID of the product.',
  seats: {
    text: 'The number of seats, for products that are sold by seats. The lowest number that can be bought by default.',
    example: 5,
  },
  recipient:
    'Who gets the benefits, if it is not the customer: a gift, or a purchase by a reseller. An existing customer by `id`, or one that is found or created like `customer`. The purchase belongs to the customer, the benefit grants and license keys to the recipient.',
  license_keys:
    'License keys that were issued elsewhere: the customer keeps them. One for each benefit; keys of other benefits are generated. Not for products that are sold by seats.',
  deliver_by_email: 'Whether new license keys are mailed to their owners. Left out: as the benefits say.',
  customer_id: 'The ID of the customer.',
  external_customer_id: 'The ID of the customer in your own system.',
  customer:
    'The customer by external ID or e-mail address, instead of `customer_id`. A customer that is found does not change; otherwise it is created. 409 if external ID and e-mail address belong to different customers.',
};

const OTHER_CUSTOMERS = ['customer_id', 'external_customer_id'];

/** The customer of a purchase is identified by ID, by external ID, or by what is known about it. */
export function byAnyCustomer<F extends Fields>(fields: F, name: string, descriptions: { readonly [K in keyof F]?: string | object }) {
  const texts = { ...DESCRIPTIONS, ...descriptions } as object;
  const body = <C extends Fields>(customer: C, suffix: string) =>
    needing(object({ ...purchase, ...fields, ...customer }, `${name}${suffix}`, texts), 'external_source', 'external_id');
  return {
    byId: body({ customer_id: uuid4() }, 'Customer'),
    byExternalId: body({ external_customer_id: text(LOOKUP_TEXT) }, 'ExternalCustomer'),
    byFacts: excluding(body({ customer: CustomerInput }, 'NewCustomer'), { customer: OTHER_CUSTOMERS }),
  };
}

/** The facts that are told about every purchase, without product and customer. */
export const toldFields = <F extends Fields>(fields: F, name: string, descriptions: object) =>
  needing(object({ ...told, ...fields }, name, { ...TOLD, ...descriptions } as object), 'external_source', 'external_id');

type Told = ObjectOf<typeof told>;

export const toldInput = (body: Told): ToldInput => ({
  externalId: body.external_id ? { id: body.external_id, source: body.external_source ?? '' } : undefined,
  amount: body.amount ?? undefined,
  taxAmount: body.tax_amount ?? undefined,
  currency: body.currency ?? undefined,
  metadata: body.metadata,
});

const referenceTo = (customer: Infer<typeof CustomerInput>): CustomerReference => ({
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

type Purchase = ObjectOf<typeof purchase> &
  (
    | { readonly customer_id: string }
    | { readonly external_customer_id: string }
    | { readonly customer: Infer<typeof CustomerInput> }
  );

function customerOf(body: Purchase): CustomerReference {
  if ('customer' in body) return referenceTo(body.customer);
  return 'customer_id' in body ? { id: body.customer_id } : { externalId: body.external_customer_id };
}

export const toPurchaseInput = (body: Purchase) => ({
  ...toldInput(body),
  customer: customerOf(body),
  recipient: body.recipient ? ('id' in body.recipient ? { id: body.recipient.id } : referenceTo(body.recipient)) : undefined,
  seats: body.seats ?? null,
  licenseKeys: body.license_keys?.map(({ benefit_id, key }) => ({ benefitId: benefit_id, key })),
  deliverByEmail: body.deliver_by_email ?? undefined,
});

/** Filters of lists of purchases. */
export const toldFilters = (resource: string) =>
  describeFields(
    { external_id: optional(text(LOOKUP_TEXT)), external_source: optional(text({ max: MAX_SOURCE_LENGTH })) },
    {
      external_id: `Returns only ${resource} with this external ID.`,
      external_source: `Returns only ${resource} whose external ID comes from this source.`,
    },
  );
