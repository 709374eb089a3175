import { defineRequest, type InputOf, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import { LOOKUP_TEXT, LONG_TEXT } from '#support/texts';
import {
  blankToNull,
  boolean,
  withDefault,
  describeFields,
  describeInput,
  httpUrl,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  trimmed,
  uuid4,
} from '#platform/wire';
import { VISIBILITIES } from '../../views/benefit.view.ts';
import { PRODUCT_ORDERS } from '../../queries/list-products.ts';
import { UNITS } from '../../views/price.view.ts';
import { ListedPrices, listedPrice, priceInRequest, NewPrices } from './prices.dto.ts';

const MAX_ITEMS = 250;
const texts = describeInput('product');
const path = describeFields({ id: uuid4() }, texts.path);

const CREATE = {
  ...texts.body,
  name: { text: 'The name of the product.', example: 'Desktop app, yearly' },
  description: 'The description of the product. `null` or blank for none.',
  visibility: 'Who sees the product: `public` products appear in the customer portal, `private` and `draft` ones do not.',
  prices:
    'The prices: at least one, and the same kinds in every currency. One of them is in the default currency of the organization.',
  medias: 'The IDs of the uploaded `product_media` files to show, in order.',
  attached_custom_fields: 'The custom fields to ask customers for, in order.',
  renewal_url: 'The page to which the customer portal leads whose key has ended. `null` for none. An extension.',
  upgrade_url: 'The page to which the customer portal leads those who want more. `null` for none. An extension.',
  recurring_interval: 'The unit of the billing period. Left out for a one-time purchase. It cannot be changed later.',
  recurring_interval_count: 'The length of the billing period in units of `recurring_interval`. 1 by default.',
  trial_interval: 'The unit of the trial period. For subscriptions only, together with `trial_interval_count`.',
  trial_interval_count: 'The length of the trial period in units of `trial_interval`.',
  meter_interval:
    'The unit of the period after which meters are reset. It must divide the billing period. The billing period by default.',
  meter_interval_count: 'The length of the meter period in units of `meter_interval`. 1 by default.',
};
const UPDATE = {
  ...CREATE,
  is_archived: 'Whether the product is archived. Archived products cannot be bought.',
  prices: 'All prices to keep: existing ones by `id`, and new ones. Existing prices that are not listed are archived.',
  recurring_interval: 'Must be the existing unit: the billing period cannot be changed.',
  recurring_interval_count: 'Must be the existing length: the billing period cannot be changed.',
};

const name = trimmed({ min: 3, max: 64 });
const visibility = oneOf(VISIBILITIES);
const ids = list(uuid4(), { max: MAX_ITEMS });
const interval = optional(nullable(oneOf(UNITS)));
const count = (max: number) => optional(nullable(integer({ ge: 1, le: max })));

const AttachedCustomField = object({ custom_field_id: uuid4(), required: boolean() }, 'AttachedCustomFieldCreate', {
  custom_field_id: 'The ID of the custom field. It must belong to the same organization.',
  required: 'Whether customers have to fill in the custom field.',
});
const customFields = list(AttachedCustomField, { max: MAX_ITEMS });

const periods = {
  recurring_interval: interval,
  recurring_interval_count: count(999),
  trial_interval: interval,
  trial_interval_count: count(1000),
};
const links = { renewal_url: optional(nullable(httpUrl())), upgrade_url: optional(nullable(httpUrl())) };

export const CreateProductRequest = defineRequest({
  body: object(
    {
      name,
      description: optional(blankToNull(LONG_TEXT)),
      visibility: withDefault(visibility, () => 'public' as const),
      metadata: withDefault(metadata(), () => ({})),
      organization_id: optional(nullable(uuid4())),
      prices: NewPrices,
      medias: optional(nullable(ids)),
      attached_custom_fields: optional(nullable(customFields)),
      ...links,
      ...periods,
      meter_interval: interval,
      meter_interval_count: count(999),
    },
    'ProductCreate',
    CREATE,
  ),
});

/** `null` clears the description, the trial and the links; any other field that is `null` stays as it is. */
export const UpdateProductRequest = defineRequest({
  path,
  body: object(
    {
      name: optional(nullable(name)),
      description: optional(blankToNull(LONG_TEXT)),
      visibility: optional(nullable(visibility)),
      is_archived: optional(nullable(boolean())),
      metadata: optional(metadata()),
      prices: optional(nullable(ListedPrices)),
      medias: optional(nullable(ids)),
      attached_custom_fields: optional(nullable(customFields)),
      ...links,
      ...periods,
    },
    'ProductUpdate',
    UPDATE,
  ),
});

export const OfferBenefitsRequest = defineRequest({
  path,
  query: describeFields(
    { existing_customers: withDefault(oneOf(['keep', 'revoke'] as const), () => 'revoke' as const) },
    {
      existing_customers:
        'What becomes of benefits that are removed, for those who have bought the product: `keep` leaves them, `revoke` takes them away. An extension.',
    },
  ),
  body: object({ benefits: ids }, 'ProductBenefitsUpdate', { benefits: 'The IDs of all benefits of the product, in order.' }),
});

export const OneProductRequest = defineRequest({ path });

export const ListProductsRequest = defineRequest({
  query: {
    ...describeFields(
      {
        id: repeatable(uuid4()),
        organization_id: repeatable(uuid4()),
        query: optional(text(LOOKUP_TEXT)),
        is_archived: optional(boolean()),
        is_recurring: optional(boolean()),
        benefit_id: repeatable(uuid4()),
        visibility: repeatable(visibility),
      },
      {
        ...texts.filters,
        query: 'Returns only products whose name contains this text, ignoring case.',
        is_archived: 'Returns only archived (`true`) or only current (`false`) products.',
        is_recurring: 'Returns only subscriptions (`true`) or only one-time purchases (`false`).',
        benefit_id: 'Returns only products with at least one of these benefits. Can be repeated.',
        visibility: 'Returns only products with these visibilities. Can be repeated.',
      },
    ),
    metadata: metadataFilter(),
    sorting: sorting(PRODUCT_ORDERS, ['-created_at']),
    ...paging,
  },
});

type Periods = Pick<
  InputOf<typeof CreateProductRequest>['body'],
  keyof typeof periods | 'meter_interval' | 'meter_interval_count'
>;

const periodsOf = (body: Periods) => ({
  recurringInterval: body.recurring_interval,
  recurringIntervalCount: body.recurring_interval_count,
  trialInterval: body.trial_interval,
  trialIntervalCount: body.trial_interval_count,
  meterInterval: body.meter_interval,
  meterIntervalCount: body.meter_interval_count,
});

const attached = (fields: readonly Infer<typeof AttachedCustomField>[]) =>
  fields.map(({ custom_field_id, required }) => ({ customFieldId: custom_field_id, required }));

/** The product as the domain expects it. */
export const newProduct = (body: InputOf<typeof CreateProductRequest>['body'], organizationId: string) => ({
  organizationId,
  name: body.name,
  description: body.description ?? null,
  visibility: body.visibility,
  metadata: body.metadata,
  mediaIds: body.medias ?? [],
  customFields: attached(body.attached_custom_fields ?? []),
  renewalUrl: body.renewal_url ?? null,
  upgradeUrl: body.upgrade_url ?? null,
  periods: periodsOf(body),
  prices: body.prices.map(priceInRequest),
});

export const productChanges = (body: InputOf<typeof UpdateProductRequest>['body']) => ({
  name: body.name ?? undefined,
  description: body.description,
  visibility: body.visibility ?? undefined,
  isArchived: body.is_archived ?? undefined,
  metadata: body.metadata,
  mediaIds: body.medias ?? undefined,
  customFields: body.attached_custom_fields ? attached(body.attached_custom_fields) : undefined,
  renewalUrl: body.renewal_url,
  upgradeUrl: body.upgrade_url,
  periods: periodsOf(body),
  prices: body.prices?.map(listedPrice),
});
