import type { QueryBus } from '@nestjs/cqrs';
import { FindOrganizations } from '#organizations/contract';
import { ResourceNotFound } from '#kernel';
import type { AttachedCustomField, Surroundings } from '../domain/product-parts.ts';
import type { Parts } from '../domain/products.ts';

interface Mentioned {
  readonly mediaIds?: readonly string[];
  readonly customFields?: readonly AttachedCustomField[];
}

/** How the organization sells, and which of the mentioned things exist in it. */
export async function surroundingsOf(
  organizationId: string,
  { mediaIds = [], customFields = [] }: Mentioned,
  parts: Parts,
  queries: QueryBus,
): Promise<Surroundings> {
  const fields = customFields.map(({ customFieldId }) => customFieldId);
  const [organizations, medias, known] = await Promise.all([
    queries.execute(new FindOrganizations([organizationId])),
    parts.medias(mediaIds, organizationId),
    parts.customFields(fields, organizationId),
  ]);
  const organization = organizations.get(organizationId);
  if (!organization) throw new ResourceNotFound();
  const { defaultPresentmentCurrency: defaultCurrency, seatBasedPricing, meterCycling } = organization;
  return { rules: { defaultCurrency, seatBasedPricing, meterCycling }, medias, customFields: known };
}
