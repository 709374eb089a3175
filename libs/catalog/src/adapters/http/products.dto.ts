import { defineRequest, type InputOf, repeatable, metadataFilter, paging, sorting } from '#platform/http';
import {
  blankToNull,
  boolean,
  withDefault,
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
import { VISIBILITIES } from '../../contract/benefit.view.ts';
import { PRODUCT_ORDERS } from '../../queries/list-products.ts';
import { UNITS } from '../../contract/price.view.ts';
import { ListedPrices, listedPrice, newPrice, NewPrices } from './prices.dto.ts';

const MOST = 250;
const path = { id: uuid4() };

const name = trimmed({ min: 3, max: 64 });
const visibility = oneOf(VISIBILITIES);
const ids = list(uuid4(), { max: MOST });
const interval = optional(nullable(oneOf(UNITS)));
const count = (most: number) => optional(nullable(integer({ ge: 1, le: most })));

const AttachedCustomField = object({ custom_field_id: uuid4(), required: boolean() }, 'AttachedCustomFieldCreate');
const customFields = list(AttachedCustomField, { max: MOST });

const periods = {
  recurring_interval: interval,
  recurring_interval_count: count(999),
  trial_interval: interval,
  trial_interval_count: count(1000),
};

export const CreateProductRequest = defineRequest({
  body: object(
    {
      name,
      description: optional(blankToNull()),
      visibility: withDefault(visibility, () => 'public' as const),
      metadata: withDefault(metadata(), () => ({})),
      organization_id: optional(nullable(uuid4())),
      prices: NewPrices,
      medias: optional(nullable(ids)),
      attached_custom_fields: optional(nullable(customFields)),
      ...periods,
      meter_interval: interval,
      meter_interval_count: count(999),
    },
    'ProductCreate',
  ),
});

/** Null clears the description and the trial, and says nothing elsewhere. */
export const UpdateProductRequest = defineRequest({
  path,
  body: object(
    {
      name: optional(nullable(name)),
      description: optional(blankToNull()),
      visibility: optional(nullable(visibility)),
      is_archived: optional(nullable(boolean())),
      metadata: optional(metadata()),
      prices: optional(nullable(ListedPrices)),
      medias: optional(nullable(ids)),
      attached_custom_fields: optional(nullable(customFields)),
      ...periods,
    },
    'ProductUpdate',
  ),
});

export const OfferBenefitsRequest = defineRequest({ path, body: object({ benefits: ids }, 'ProductBenefitsUpdate') });

export const OneProductRequest = defineRequest({ path });

export const ListProductsRequest = defineRequest({
  query: {
    id: repeatable(uuid4()),
    organization_id: repeatable(uuid4()),
    query: optional(text()),
    is_archived: optional(boolean()),
    is_recurring: optional(boolean()),
    benefit_id: repeatable(uuid4()),
    visibility: repeatable(visibility),
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

/** The product as the domain knows it. */
export const newProduct = (body: InputOf<typeof CreateProductRequest>['body'], organizationId: string) => ({
  organizationId,
  name: body.name,
  description: body.description ?? null,
  visibility: body.visibility,
  metadata: body.metadata,
  mediaIds: body.medias ?? [],
  customFields: attached(body.attached_custom_fields ?? []),
  periods: periodsOf(body),
  prices: body.prices.map(newPrice),
});

export const productChanges = (body: InputOf<typeof UpdateProductRequest>['body']) => ({
  name: body.name ?? undefined,
  description: body.description,
  visibility: body.visibility ?? undefined,
  isArchived: body.is_archived ?? undefined,
  metadata: body.metadata,
  mediaIds: body.medias ?? undefined,
  customFields: body.attached_custom_fields ? attached(body.attached_custom_fields) : undefined,
  periods: periodsOf(body),
  prices: body.prices?.map(listedPrice),
});
