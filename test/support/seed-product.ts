import { CommandBus } from '@nestjs/cqrs';
import { CreateProduct, SetProductBenefits } from '#catalog';
import { Access } from '#kernel';
import type { TestApi } from './api.ts';

type Attributes = CreateProduct['attributes'];

interface Seeded {
  readonly name?: string;
  /** Paid again and again; once where it is left out. */
  readonly every?: 'day' | 'week' | 'month' | 'year';
  readonly trial?: { readonly unit: 'day' | 'week' | 'month' | 'year'; readonly count: number };
  /** How often its meters begin anew, where that is more often. */
  readonly metered?: 'day' | 'week' | 'month';
  /** In place of a fixed price of 10.00 USD. */
  readonly prices?: Attributes['prices'];
  readonly visibility?: Attributes['visibility'];
  /** In this order. */
  readonly benefits?: readonly string[];
}

/** A product for sale; of 10.00 USD, paid once, public, without benefits, unless said otherwise. */
export async function seedProduct(
  api: TestApi,
  organizationId: string,
  { name = 'Acme Pro', every, trial, metered, prices, visibility = 'public', benefits = [] }: Seeded = {},
): Promise<{ id: string }> {
  const bus = api.app.get(CommandBus);
  const id = await bus.execute(
    new CreateProduct({
      organizationId,
      name,
      description: null,
      visibility,
      metadata: {},
      mediaIds: [],
      customFields: [],
      periods: { recurringInterval: every, trialInterval: trial?.unit, trialIntervalCount: trial?.count, meterInterval: metered },
      prices: prices ?? [{ currency: 'usd', taxBehavior: null, terms: { amountType: 'fixed', priceAmount: 1000 } }],
    }),
  );
  const access = new Access([organizationId], [organizationId], 'products');
  if (benefits.length > 0) await bus.execute(new SetProductBenefits(access, id, benefits));
  return { id };
}
