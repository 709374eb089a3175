import type { QueryBus } from '@nestjs/cqrs';
import { FindOrganizations } from '#organizations/contract';
import { ResourceNotFound } from '#kernel';
import { FindMeters } from '../needs/index.ts';
import type { ListedPrice } from '../domain/price-list.ts';
import type { AttachedCustomField, ProductReferences } from '../domain/product-references.ts';
import type { ProductReferenceLookup } from '../domain/products.ts';

interface Referenced {
  readonly mediaIds?: readonly string[];
  readonly customFields?: readonly AttachedCustomField[];
  readonly prices?: readonly ListedPrice[];
}

/** The selling settings of the organization, and which of the referenced media, custom fields and meters exist in it. */
export async function loadProductReferences(
  organizationId: string,
  { mediaIds = [], customFields = [], prices = [] }: Referenced,
  parts: ProductReferenceLookup,
  queries: QueryBus,
): Promise<ProductReferences> {
  const fields = customFields.map(({ customFieldId }) => customFieldId);
  const meterIds = prices.flatMap((price) =>
    'terms' in price && price.terms.amountType === 'metered_unit' ? price.terms.meterId : [],
  );
  const [organizations, medias, existingFields, meters] = await Promise.all([
    queries.execute(new FindOrganizations([organizationId])),
    parts.medias(mediaIds, organizationId),
    parts.customFields(fields, organizationId),
    queries.execute(new FindMeters(meterIds)),
  ]);
  const organization = organizations.get(organizationId);
  if (!organization) throw new ResourceNotFound();
  const { defaultPresentmentCurrency: defaultCurrency, seatBasedPricing, meterCycling } = organization;
  const own = [...meters.values()].filter((meter) => meter.organizationId === organizationId).map(({ id }) => id);
  return {
    rules: { defaultCurrency, seatBasedPricing, meterCycling, meters: new Set(own) },
    medias,
    customFields: existingFields,
  };
}
