import type { QueryBus } from '@nestjs/cqrs';
import { FindPrices } from '#catalog/contract';
import type { OfferedPrice } from '../domain/offer.ts';
import { offeredPrice } from './offer-of-product.ts';

/** The prices of a purchase, archived prices included, in the order of the ids. */
export async function purchasedPrices(queries: QueryBus, ids: readonly string[]): Promise<OfferedPrice[]> {
  const prices = await queries.execute(new FindPrices(ids));
  return ids.flatMap((id) => prices.get(id) ?? []).map(offeredPrice);
}
