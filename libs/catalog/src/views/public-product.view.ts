import { discriminatedUnion, type Infer, integer, list, literal, object, uuid4 } from '#platform/wire';
import { BENEFIT_FIELDS, type BenefitView, type ByBenefitType, MAX_CREDITED_UNITS } from './benefit.view.ts';
import { ProductMediaView } from './file.view.ts';
import { PriceView } from './price.view.ts';
import { ProductView } from './product.view.ts';

const TYPE = { type: 'The type of the benefit.' };

const PublicMeterCreditPropertiesView = object(
  { units: integer({ le: MAX_CREDITED_UNITS }), meter_id: uuid4() },
  'BenefitMeterCreditPublicProperties',
  {
    units: 'The number of units credited in every period.',
    meter_id: 'The ID of the meter that is credited.',
  },
);

/** A benefit as the public sees it: without its settings, except what a `meter_credit` benefit credits. */
const PublicBenefitView = discriminatedUnion('type', {
  custom: object({ ...BENEFIT_FIELDS, type: literal('custom') }, 'BenefitCustomPublic', TYPE),
  downloadables: object({ ...BENEFIT_FIELDS, type: literal('downloadables') }, 'BenefitDownloadablesPublic', TYPE),
  feature_flag: object({ ...BENEFIT_FIELDS, type: literal('feature_flag') }, 'BenefitFeatureFlagPublic', TYPE),
  license_keys: object({ ...BENEFIT_FIELDS, type: literal('license_keys') }, 'BenefitLicenseKeysPublic', TYPE),
  meter_credit: object(
    { ...BENEFIT_FIELDS, type: literal('meter_credit'), properties: PublicMeterCreditPropertiesView },
    'BenefitMeterCreditPublic',
    { ...TYPE, properties: 'What the benefit credits.' },
  ),
} satisfies ByBenefitType);

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

/** What only flags have. */
const NO_FLAG = { values: undefined, attach: undefined, combine: undefined };

function publicBenefit(benefit: BenefitView): Infer<typeof PublicBenefitView> {
  const {
    metadata: _metadata,
    visibility: _visibility,
    visibility_configurable: _configurable,
    properties: _,
    ...fields
  } = benefit;
  const { values: _values, attach: _attach, combine: _combine, ...shown } = { ...NO_FLAG, ...fields };
  if (benefit.type !== 'meter_credit') return shown as Infer<typeof PublicBenefitView>;
  const { units, meter_id } = benefit.properties;
  return { ...shown, type: benefit.type, properties: { units, meter_id } };
}

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
