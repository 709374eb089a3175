import {
  boolean,
  describeResource,
  type Infer,
  integer,
  list,
  metadata,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';
import { BenefitView, VISIBILITIES } from './benefit.view.ts';
import { CustomFieldView } from './custom-field.view.ts';
import { ProductMediaView } from './file.view.ts';
import { PriceView, UNITS } from './price.view.ts';

const interval = () => nullable(oneOf(UNITS));
const count = () => nullable(integer());

const AttachedCustomFieldView = object(
  { custom_field_id: uuid4(), custom_field: CustomFieldView, order: integer(), required: boolean() },
  'AttachedCustomField',
  {
    custom_field_id: 'The ID of the custom field.',
    custom_field: 'The custom field.',
    order: 'The position of the custom field, starting at 0.',
    required: 'Whether customers have to fill in the custom field.',
  },
);

/** A product with its prices, benefits, images and custom fields. */
export const ProductView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    trial_interval: interval(),
    trial_interval_count: count(),
    name: text(),
    description: nullable(text()),
    visibility: oneOf(VISIBILITIES),
    recurring_interval: interval(),
    recurring_interval_count: count(),
    meter_interval: interval(),
    meter_interval_count: count(),
    is_recurring: boolean(),
    is_archived: boolean(),
    is_deletable: boolean(),
    organization_id: uuid4(),
    metadata: metadata(),
    prices: list(PriceView),
    benefits: list(BenefitView),
    medias: list(ProductMediaView),
    attached_custom_fields: list(AttachedCustomFieldView),
    renewal_url: optional(text()),
    upgrade_url: optional(text()),
  },
  'Product',
  {
    ...describeResource('product'),
    trial_interval: 'The unit of the trial period, or `null` if there is none.',
    trial_interval_count: 'The length of the trial period in units of `trial_interval`, or `null` if there is none.',
    name: { text: 'The name of the product.', example: 'Desktop app, yearly' },
    description: 'The description of the product, or `null`.',
    visibility: 'Who sees the product: `public` products appear in the customer portal, `private` and `draft` ones do not.',
    recurring_interval: 'The unit of the billing period, or `null` for a one-time purchase.',
    recurring_interval_count:
      'The length of the billing period in units of `recurring_interval`, or `null` for a one-time purchase.',
    meter_interval: 'The unit of the period after which meters are reset, or `null` if it is the billing period.',
    meter_interval_count: 'The length of the meter period in units of `meter_interval`, or `null` if it is the billing period.',
    is_recurring: 'Whether the product is a subscription.',
    is_archived: 'Whether the product is archived. Archived products cannot be bought.',
    is_deletable: 'Whether the product can be deleted: `true` until it is bought.',
    prices: 'The prices of the product that are not archived.',
    benefits: 'The benefits that customers of the product get, in the order set by the seller.',
    medias: 'The images of the product, in order.',
    attached_custom_fields: 'The custom fields that customers of the product are asked for, in order.',
    renewal_url: 'The page to which the customer portal leads whose key has ended. Left out if there is none. An extension.',
    upgrade_url: 'The page to which the customer portal leads those who want more. Left out if there is none. An extension.',
  },
);
export type ProductView = Infer<typeof ProductView>;
