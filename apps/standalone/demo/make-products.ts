import type { CommandBus } from '@nestjs/cqrs';
import { CreateProduct, SetProductBenefits, UpdateProduct } from '#catalog';
import { Access } from '#kernel';
import type { DemoProducts } from './demo.ts';

type Attributes = CreateProduct['attributes'];

const fixed = (priceAmount: number): Attributes['prices'] => [
  { currency: 'usd', taxBehavior: null, terms: { amountType: 'fixed', priceAmount } },
];
/** From ten seats on, each one costs less. */
const BY_SEATS: Attributes['prices'] = [
  {
    currency: 'usd',
    taxBehavior: null,
    terms: {
      amountType: 'seat_based',
      seatTiers: {
        seatTierType: 'volume',
        tiers: [
          { minSeats: 1, maxSeats: 9, pricePerSeat: 1500 },
          { minSeats: 10, maxSeats: null, pricePerSeat: 1200 },
        ],
      },
    },
  },
];
const MONTHLY = { recurringInterval: 'month' } as const;

interface Seller {
  readonly organizationId: string;
  /** The benefit of the products that have one. */
  readonly benefitId: string;
  /** A benefit of the product that customers buy once. */
  readonly downloadsId: string;
}

/** Creates one product of every kind. */
export async function makeProducts(
  commands: CommandBus,
  { organizationId, benefitId, downloadsId }: Seller,
): Promise<DemoProducts> {
  const access = new Access([organizationId], [organizationId], 'products');
  const make = (name: string, prices: Attributes['prices'], { periods = {}, visibility = 'public' }: Partial<Attributes> = {}) =>
    commands.execute(
      new CreateProduct({
        organizationId,
        name,
        description: null,
        visibility,
        metadata: {},
        mediaIds: [],
        customFields: [],
        periods,
        prices,
      }),
    );
  const products: DemoProducts = {
    one_time_id: await make('Acme Sketch', fixed(2900)),
    recurring_id: await make('Acme Cloud', fixed(900), { periods: MONTHLY }),
    seat_based_id: await make('Acme Team', BY_SEATS, { periods: MONTHLY }),
    archived_id: await make('Acme Classic', fixed(1900)),
    draft_id: await make('Acme Next', fixed(4900), { visibility: 'draft' }),
    benefit_product_id: await make('Acme Studio', fixed(9900)),
  };
  await commands.execute(new UpdateProduct(access, products.archived_id, { isArchived: true }));
  await commands.execute(new SetProductBenefits(access, products.benefit_product_id, [benefitId, downloadsId]));
  await commands.execute(new SetProductBenefits(access, products.seat_based_id, [benefitId]));
  return products;
}
