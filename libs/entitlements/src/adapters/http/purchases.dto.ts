import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  boolean,
  currency,
  describeFields,
  type Fields,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  object,
  type ObjectOf,
  optional,
  text,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import type { CustomerReference, ReportedInput } from '../../commands/resolve-purchase.ts';
import { excluding, needing } from './field-combinations.ts';
import { CustomerInput, RecipientInput, referenceTo } from './purchase-customer.dto.ts';

const MAX_SOURCE_LENGTH = 64;

const reported = {
  external_id: optional(nullable(text({ min: 1, ...SHORT_TEXT }))),
  external_source: optional(nullable(text({ max: MAX_SOURCE_LENGTH }))),
  amount: optional(nullable(integer({ ge: 0 }))),
  tax_amount: optional(nullable(integer({ ge: 0 }))),
  currency: optional(nullable(currency())),
  metadata: withDefault(metadata(), () => ({})),
};

const TOLD = {
  external_id: {
    text: 'The ID of the purchase in your own system or at your payment provider. A purchase that is reported again with the same ID is returned with 200 instead of being created; with another product, customer, amount, quantity or number of seats the response is 409. Facts that are left out are not compared.',
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
export const MAX_QUANTITY = 10_000;

const LicenseKeyInput = strict(
  object({ benefit_id: uuid4(), key: text({ min: 1, ...SHORT_TEXT }) }, 'PurchaseLicenseKey', {
    benefit_id: 'The ID of a `license_keys` benefit of the product.',
    key: { text: 'The license key, unique within the organization.', example: 'LEGACY-0001' },
  }),
);

const purchase = {
  ...reported,
  product_price_id: optional(nullable(uuid4())),
  license_keys: optional(nullable(list(LicenseKeyInput, { max: MAX_KEYS }))),
  deliver_by_email: optional(nullable(boolean())),
  seats: optional(nullable(integer({ ge: 1 }))),
  quantity: optional(nullable(integer({ ge: 1, le: MAX_QUANTITY }))),
  renews_license_key_id: optional(nullable(uuid4())),
  recipient: optional(nullable(RecipientInput)),
};

const DESCRIPTIONS = {
  ...TOLD,
  product_id: 'The ID of the product.',
  product_price_id:
    'The ID of the price at which the product was bought, for products with prices in several currencies: it decides the currency. It must not be archived. An extension.',
  seats: {
    text: 'The number of seats, for products that are sold by seats. The lowest number that can be bought by default.',
    example: 5,
  },
  quantity: {
    text: 'How many are bought, of a product that is not sold by seats. It multiplies the price; what it does to license keys, their benefits say (`quantity`). 1 by default. An extension.',
    example: 5,
  },
  renews_license_key_id:
    'The ID of a license key that gets the time that the purchase brings, instead of another license key: one of whoever gets the benefits, of a benefit of the product, that expires or has expired and is not revoked. Not for products that are sold by seats. An extension.',
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
export function byAnyCustomer<F extends Fields>(
  fields: F,
  name: string,
  descriptions: { readonly [K in keyof F]?: string | object },
) {
  const texts = { ...DESCRIPTIONS, ...descriptions } as object;
  const body = <C extends Fields>(customer: C, suffix: string) =>
    needing(object({ ...purchase, ...fields, ...customer }, `${name}${suffix}`, texts), 'external_source', 'external_id');
  return {
    byId: body({ customer_id: uuid4() }, 'Customer'),
    byExternalId: body({ external_customer_id: text(LOOKUP_TEXT) }, 'ExternalCustomer'),
    byFacts: excluding(body({ customer: CustomerInput }, 'NewCustomer'), { customer: OTHER_CUSTOMERS }),
  };
}

/** The facts that are reported about every purchase, without product and customer. */
export const reportedFields = <F extends Fields>(fields: F, name: string, descriptions: object) =>
  needing(object({ ...reported, ...fields }, name, { ...TOLD, ...descriptions } as object), 'external_source', 'external_id');

type Reported = ObjectOf<typeof reported>;

export const reportedInput = (body: Reported): ReportedInput => ({
  externalId: body.external_id ? { id: body.external_id, source: body.external_source ?? '' } : undefined,
  amount: body.amount ?? undefined,
  taxAmount: body.tax_amount ?? undefined,
  currency: body.currency ?? undefined,
  metadata: body.metadata,
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
  ...reportedInput(body),
  customer: customerOf(body),
  recipient: body.recipient ? ('id' in body.recipient ? { id: body.recipient.id } : referenceTo(body.recipient)) : undefined,
  priceId: body.product_price_id ?? undefined,
  seats: body.seats ?? null,
  quantity: body.quantity ?? undefined,
  renewsLicenseKeyId: body.renews_license_key_id ?? undefined,
  licenseKeys: body.license_keys?.map(({ benefit_id, key }) => ({ benefitId: benefit_id, key })),
  deliverByEmail: body.deliver_by_email ?? undefined,
});

/** Filters of lists of purchases; `numbers` are those by which a text finds them. */
export const reportedFilters = (resource: string, numbers: string) =>
  describeFields(
    {
      external_id: optional(text(LOOKUP_TEXT)),
      external_source: optional(text({ max: MAX_SOURCE_LENGTH })),
      query: optional(text(LOOKUP_TEXT)),
    },
    {
      external_id: `Returns only ${resource} with this external ID.`,
      external_source: `Returns only ${resource} whose external ID comes from this source.`,
      query: `Returns only ${resource} whose ${numbers}, name of the product, or name, e-mail address or external ID of the customer contains this text (begins with it, unless it has three letters or digits in a row), ignoring case. An extension.`,
    },
  );
