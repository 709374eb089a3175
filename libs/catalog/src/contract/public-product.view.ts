import { boolean, type Infer, list, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';
import { BENEFIT_TYPES, type BenefitView } from './benefit.view.ts';
import { ProductMediaView } from './file.view.ts';
import { PriceView } from './price.view.ts';
import { ProductView } from './product.view.ts';

/** A benefit without what it holds for those who have it. */
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
);

const { metadata: _m, attached_custom_fields: _f, is_deletable: _d, benefits: _b, ...offered } = ProductView.fields;

/** A product as everybody may know it. */
export const PublicProductView = object(
  { ...offered, prices: list(PriceView), benefits: list(PublicBenefitView), medias: list(ProductMediaView) },
  'CustomerProduct',
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

/** Without what is the seller's own, and without benefits that are not public. */
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
