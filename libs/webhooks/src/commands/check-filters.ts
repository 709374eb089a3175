import type { QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProducts } from '#catalog/contract';
import { fieldError, ValidationFailed } from '#kernel';
import type { Filters } from '../domain/filters.ts';

/** Throws `ValidationFailed` unless the products and benefits of filters belong to the organization. Deleted ones are refused. */
export async function checkFilters(
  queries: QueryBus,
  organizationId: string,
  { productIds, benefitIds }: Partial<Filters>,
): Promise<void> {
  const [products, benefits] = await Promise.all([
    queries.execute(new FindProducts(productIds ?? [])),
    queries.execute(new FindBenefits(benefitIds ?? [])),
  ]);
  const isProduct = (id: string): boolean => {
    const product = products.get(id);
    return product?.organizationId === organizationId && !product.isDeleted;
  };
  const isBenefit = (id: string): boolean => {
    const benefit = benefits.get(id);
    return benefit?.organization_id === organizationId && !benefit.is_deleted;
  };
  ValidationFailed.throwIfAny([
    ...problems('productIds', productIds, isProduct, 'Product does not exist.'),
    ...problems('benefitIds', benefitIds, isBenefit, 'Benefit does not exist.'),
  ]);
}

const problems = (field: string, ids: readonly string[] | null | undefined, exists: (id: string) => boolean, message: string) =>
  (ids ?? []).flatMap((id, index) => (exists(id) ? [] : [fieldError([field, index], message, id)]));
