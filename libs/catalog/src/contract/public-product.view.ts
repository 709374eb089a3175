import { boolean, describeResource, type Infer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { BENEFIT_TYPES, type BenefitView } from './benefit.view.ts';
import { ProductMediaView } from './file.view.ts';
import { PriceView } from './price.view.ts';
import { ProductView } from './product.view.ts';

/** A benefit without its settings. */
const PublicBenefitView = object(
  {
    id: uuid4(),
    created_at: timestamp(),
    modified_at: nullable(timestamp()),
    type: oneOf(BENEFIT_TYPES),
    description: text(),
    selectable: boolean(),
    deletable: boolean(),
    is_deleted: boolean(),
    organization_id: uuid4(),
  },
  'BenefitPublic',
  {
    ...describeResource('benefit'),
    type: 'The type of the benefit.',
    description: 'The name of the benefit as customers read it.',
    selectable: 'Whether the seller can add the benefit to products and remove it. `false` for benefits created by the service.',
    deletable: 'Whether the seller can delete the benefit. `false` for benefits created by the service.',
    is_deleted: 'Whether the benefit is deleted.',
  },
);

const { metadata: _m, attached_custom_fields: _f, is_deletable: _d, benefits: _b, ...offered } = ProductView.fields;

/** A product as the public sees it. */
export const PublicProductView = object(
  { ...offered, prices: list(PriceView), benefits: list(PublicBenefitView), medias: list(ProductMediaView) },
  'CustomerProduct',
  {
    prices: 'The prices of the product that are not archived.',
    benefits: 'The public benefits of the product.',
    medias: 'The images of the product, in order.',
  },
);
export type PublicProductView = Infer<typeof PublicProductView>;

const publicBenefit = (benefit: BenefitView): Infer<typeof PublicBenefitView> => ({
  id: benefit.id,
  created_at: benefit.created_at,
  modified_at: benefit.modified_at,
  type: benefit.type,
  description: benefit.description,
  selectable: benefit.selectable,
  deletable: benefit.deletable,
  is_deleted: benefit.is_deleted,
  organization_id: benefit.organization_id,
});

/** Removes fields that only the seller sees and benefits that are not public. */
export const asPublicProduct = ({
  metadata: _metadata,
  attached_custom_fields: _fields,
  is_deletable: _deletable,
  benefits,
  ...product
}: ProductView): PublicProductView => ({
  ...product,
  benefits: benefits.filter(({ visibility }) => visibility === 'public').map(publicBenefit),
});
