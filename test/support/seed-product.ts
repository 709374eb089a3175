import { CommandBus } from '@nestjs/cqrs';
import { CreateProduct, SetProductBenefits } from '#catalog';
import { Access } from '#kernel';
import type { TestApi } from './api.ts';

type Attributes = CreateProduct['attributes'];

interface Seeded {
  readonly name?: string;
  /** The recurring interval; a one-time product if omitted. */
  readonly every?: 'day' | 'week' | 'month' | 'year';
  readonly trial?: { readonly unit: 'day' | 'week' | 'month' | 'year'; readonly count: number };
  /** The meter interval, if shorter than the recurring interval. */
  readonly metered?: 'day' | 'week' | 'month';
  /** Default: a fixed price of 10.00 USD. */
  readonly prices?: Attributes['prices'];
  readonly visibility?: Attributes['visibility'];
  /** In this order. */
  readonly benefits?: readonly string[];
}

/** Creates a product: by default one-time, public, 10.00 USD, without benefits. */
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
