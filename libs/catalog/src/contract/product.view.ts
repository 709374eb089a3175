import { boolean, type Infer, integer, list, metadata, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { BenefitView, VISIBILITIES } from './benefit.view.ts';
import { CustomFieldView } from './custom-field.view.ts';
import { ProductMediaView } from './file.view.ts';
import { PriceView, UNITS } from './price.view.ts';

const interval = () => nullable(oneOf(UNITS));
const count = () => nullable(integer());

const AttachedCustomFieldView = object(
  { custom_field_id: uuid4(), custom_field: CustomFieldView, order: integer(), required: boolean() },
  'AttachedCustomField',
);

/** A product as everyone sees it, with all that belongs to it. */
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
  },
  'Product',
);
export type ProductView = Infer<typeof ProductView>;
