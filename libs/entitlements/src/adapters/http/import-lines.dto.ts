import { AMOUNT_FORMS, DAY_ORDERS } from '#support/cells';
import { defineRequest } from '#platform/http';
import { LONG_TEXT, SHORT_TEXT } from '#support/texts';
import {
  boolean,
  defineField,
  describeFields,
  discriminatedUnion,
  type Field,
  type Infer,
  integer,
  isPlainObject,
  list,
  literal,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  unionByKey,
  uuid4,
  withDefault,
} from '#platform/wire';
import type { CustomerReference } from '../../commands/resolve-purchase.ts';
import type { ImportedKey, PurchaseToImport } from '../../commands/import-purchase.ts';
import { REPEATED_IDS } from './import-plan.ts';
import { CustomerInput, referenceTo } from './purchase-customer.dto.ts';
import { byAnyCustomer, toPurchaseInput } from './purchases.dto.ts';

export const ImportRequest = defineRequest({
  query: describeFields(
    {
      organization_id: optional(uuid4()),
      dry_run: withDefault(boolean(), () => false),
      amounts: optional(oneOf(AMOUNT_FORMS)),
      dates: optional(oneOf(DAY_ORDERS)),
      repeated_ids: withDefault(oneOf(REPEATED_IDS), () => 'items' as const),
    },
    {
      organization_id: 'The ID of the organization. Required if the caller can access several.',
      dry_run: 'Checks every line and stores nothing.',
      amounts:
        'How amounts are written in CSV: in the smallest unit of their currency (`4900`), or with decimals after a point (`49.00`) or a comma (`49,00`). Left out: as all cells of the column show. If they do not, lines with such cells fail.',
      dates:
        'Whether the day or the month comes first in dates of CSV with slashes (`3/4/2030`). Left out: as all cells of the column show. If they do not, lines with such dates fail.',
      repeated_ids:
        'What lines are that have the type, source and external ID of the line before: further `items` of its purchase, or purchases of their own, whose external IDs are `numbered` (`1001`, `1001#2`).',
    },
  ),
});

const MAX_KEYS = 100;
const MAX_ACTIVATIONS = 100;
const none = () => ({});

const ActivationInput = object({
  label: text(LONG_TEXT),
  conditions: withDefault(metadata(), none),
  meta: withDefault(metadata(), none),
  device_id: optional(nullable(text({ min: 1, max: 128 }))),
});

const KeyInput = object({
  benefit_id: optional(nullable(uuid4())),
  key: text({ min: 1, ...SHORT_TEXT }),
  usage: withDefault(integer({ ge: 0 }), () => 0),
  limit_activations: optional(nullable(integer({ gt: 0 }))),
  limit_usage: optional(nullable(integer({ gt: 0 }))),
  expires_at: optional(nullable(timestamp())),
  status: optional(nullable(oneOf(['granted', 'disabled', 'revoked']))),
  metadata: optional(metadata()),
  activations: optional(nullable(list(ActivationInput, { max: MAX_ACTIVATIONS }))),
});

/** What every purchase has beyond a purchase that is reported; the external id is what makes a line repeatable. */
const imported = {
  external_id: text({ min: 1, ...SHORT_TEXT }),
  product: text({ min: 1, ...SHORT_TEXT }),
  license_keys: optional(nullable(list(KeyInput, { max: MAX_KEYS }))),
};

const order = byAnyCustomer(
  {
    ...imported,
    type: literal('order'),
    purchased_at: optional(nullable(timestamp())),
    status: withDefault(oneOf(['paid', 'pending']), () => 'paid' as const),
  },
  'ImportedOrder',
  {},
);

const subscription = byAnyCustomer(
  {
    ...imported,
    type: literal('subscription'),
    started_at: optional(nullable(timestamp())),
    current_period_end: optional(nullable(timestamp())),
    cancel_at_period_end: withDefault(boolean(), () => false),
    payment_fingerprint: optional(nullable(text({ min: 1, max: 255 }))),
    device_id: optional(nullable(text({ min: 1, max: 128 }))),
  },
  'ImportedSubscription',
  {},
);

const ofAnyCustomer = <A, B, C>(variants: { byId: Field<A>; byExternalId: Field<B>; byFacts: Field<C> }): Field<A | B | C> =>
  unionByKey('customer', variants.byFacts, unionByKey('external_customer_id', variants.byExternalId, variants.byId));

/** Another column is a mistake: nobody would notice that it is not imported. */
const withoutOthers = <T>(names: readonly string[], field: Field<T>): Field<T> =>
  defineField({
    schema: field.schema,
    read: (input, issues) => {
      if (isPlainObject(input)) {
        const others = Object.keys(input).filter((name) => !names.includes(name));
        for (const name of others)
          issues.push({ loc: [name], type: 'extra_forbidden', msg: 'This field does not exist', input: input[name] });
      }
      return field.read(input, issues);
    },
  });

const CUSTOMERS = ['customer_id', 'external_customer_id', 'customer'];
const namesIn = (variant: { readonly fields: object }): string[] => [...Object.keys(variant.fields), ...CUSTOMERS];

/** What a line of the file says. */
export const ImportLine = discriminatedUnion('type', {
  customer: withoutOthers(['type', 'customer'], object({ type: literal('customer'), customer: CustomerInput })),
  order: withoutOthers(namesIn(order.byId), ofAnyCustomer(order)),
  subscription: withoutOthers(namesIn(subscription.byId), ofAnyCustomer(subscription)),
});

export type ImportLine = Infer<typeof ImportLine>;

export const customerIn = (line: Extract<ImportLine, { readonly type: 'customer' }>) =>
  (referenceTo(line.customer) as Extract<CustomerReference, { readonly toEnsure: unknown }>).toEnsure;

type KeyTerms = Omit<Infer<typeof KeyInput>, 'benefit_id' | 'key' | 'usage' | 'activations'>;

/** Undefined if the key has none of its own. */
function termsIn({ limit_activations, limit_usage, expires_at, status, metadata: pairs }: KeyTerms) {
  const terms = {
    limitActivations: limit_activations,
    limitUsage: limit_usage,
    expiresAt: expires_at && expires_at.toISOString(),
    status: status ?? undefined,
    metadata: pairs,
  };
  return Object.values(terms).every((value) => value === undefined) ? undefined : terms;
}

const keysIn = (keys: Infer<typeof KeyInput>[] | null | undefined): ImportedKey[] | undefined =>
  keys?.map(({ benefit_id, key, usage, activations, ...terms }) => ({
    benefitId: benefit_id ?? undefined,
    key,
    history: {
      usage,
      terms: termsIn(terms),
      installations: (activations ?? []).map(({ device_id, ...activation }) => ({ ...activation, device: device_id ?? null })),
    },
  }));

/** The purchase of a line that is not about a customer alone. */
export function purchaseIn(
  line: Exclude<ImportLine, { readonly type: 'customer' }>,
): Extract<PurchaseToImport, { readonly product: string }> {
  const { license_keys: keys, ...rest } = line;
  const { product } = line;
  const { licenseKeys: _given, ...facts } = toPurchaseInput(rest);
  // Nobody wants a mail about a key that they have had for years.
  const input = { ...facts, deliverByEmail: facts.deliverByEmail ?? false, licenseKeys: keysIn(keys) };
  if (line.type === 'order') {
    const { purchased_at, status } = line;
    return { type: 'order', product, input: { ...input, purchasedAt: purchased_at ?? undefined, status } };
  }
  const { started_at, current_period_end, cancel_at_period_end, payment_fingerprint, device_id } = line;
  return {
    type: 'subscription',
    product,
    input: {
      ...input,
      startedAt: started_at ?? undefined,
      currentPeriodEnd: current_period_end ?? undefined,
      isCanceled: cancel_at_period_end,
      paymentFingerprint: payment_fingerprint ?? undefined,
      deviceId: device_id ?? undefined,
    },
  };
}
