import type { MikroORM } from '@mikro-orm/postgresql';
import type { QueryBus } from '@nestjs/cqrs';
import { newId } from '#kernel';
import { freshOrm } from '../../../../test/support/fresh-orm.ts';
import { aBenefit, ORGANIZATION, OTHER_ORGANIZATION } from '../../testing/benefit.builder.ts';
import { aProduct, CREATED_AT, custom, fixed, type ProductBuilder, seats, REFERENCES } from '../../testing/product.builder.ts';
import { MikroOrmBenefits } from '../adapters/persistence/benefits.repository.ts';
import { MikroOrmProducts } from '../adapters/persistence/products.repository.ts';
import { FindOfferedBenefits, FindProducts } from '../contract/index.ts';
import { FindPriceViews, FindProductViews } from '../views/index.ts';
import type { Product } from '../domain/product.ts';
import { catalogTables } from '../index.ts';
import { FindOfferedBenefitsHandler } from './find-benefits.ts';
import { FindPriceViewsHandler, FindProductViewsHandler } from './find-product-views.ts';
import { FindProductsHandler } from './find-products.ts';
import { ProductLoader } from './product-loader.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

let orm: MikroORM;
let close: () => Promise<void>;
let products: MikroOrmProducts;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(catalogTables));
  products = new MikroOrmProducts(orm.em);
});
afterAll(() => close());

const stored = async (builder: ProductBuilder): Promise<Product> => {
  const product = builder.build();
  await products.add(product);
  return product;
};
const change = (id: string, by: (product: Product) => void) => products.change({ id, organizations: [ORGANIZATION] }, by);

const find = (ids: string[]) => new FindProductsHandler(orm.em).execute(new FindProducts(ids));
/** There are no meters. */
const queries = { execute: async () => new Map() } as unknown as QueryBus;
const shown = () => new ProductLoader(orm.em, { baseUrl: 'https://example.com' }, queries);

test('finds the data that purchases need, of any organization, deleted ones included and marked', async () => {
  const benefits = new MikroOrmBenefits(orm.em);
  const [first, second, deleted] = [aBenefit().newUnsaved(), aBenefit().newUnsaved(), aBenefit().newUnsaved()];
  for (const each of [first, second, deleted]) await benefits.add(each);
  await benefits.change({ id: deleted.id, organizations: [ORGANIZATION] }, (each) => each.delete(NOW));

  const rich = await stored(
    aProduct()
      .every('year', 2)
      .withPeriods({ trialInterval: 'day', trialIntervalCount: 14, meterInterval: 'month' })
      .costing(seats([11, null, 400], [2, 10, 500]), fixed(9900))
      .offering(second.id, deleted.id, first.id),
  );
  const plain = await stored(
    aProduct()
      .of(OTHER_ORGANIZATION)
      .named('Plain')
      .withVisibility('draft')
      .costing(custom({ preset: 100 })),
  );
  await change(rich.id, (product) => product.delete(NOW));

  const found = await find([plain.id, newId(), rich.id]);
  expect(found.size).toBe(2);
  expect(found.get(rich.id)).toEqual({
    id: rich.id,
    organizationId: ORGANIZATION,
    name: 'Acme Pro',
    visibility: 'public',
    isArchived: false,
    isDeleted: true,
    wasSold: false,
    recurringInterval: 'year',
    recurringIntervalCount: 2,
    trialInterval: 'day',
    trialIntervalCount: 14,
    meterInterval: 'month',
    meterIntervalCount: 1,
    prices: [
      {
        id: rich.prices[0]!.id,
        currency: 'usd',
        amountType: 'seat_based',
        seatTiers: {
          seatTierType: 'volume',
          tiers: [
            { minSeats: 2, maxSeats: 10, pricePerSeat: 500 },
            { minSeats: 11, maxSeats: null, pricePerSeat: 400 },
          ],
          minimumSeats: 2,
          maximumSeats: null,
        },
      },
      { id: rich.prices[1]!.id, currency: 'usd', amountType: 'fixed', priceAmount: 9900 },
    ],
    benefitIds: [second.id, first.id],
  });
  expect(found.get(plain.id)).toMatchObject({
    organizationId: OTHER_ORGANIZATION,
    visibility: 'draft',
    isDeleted: false,
    wasSold: false,
    recurringInterval: null,
    recurringIntervalCount: null,
    prices: [{ amountType: 'custom', minimumAmount: 50, maximumAmount: null, presetAmount: 100 }],
    benefitIds: [],
  });
});

test('finds the benefits of products in their order, those that were removed with the time until which a purchase keeps them', async () => {
  const benefits = new MikroOrmBenefits(orm.em);
  const [first, second, removed, deleted] = Array.from({ length: 4 }, () => aBenefit().newUnsaved());
  const all = [first!, second!, removed!, deleted!];
  for (const each of all) await benefits.add(each);
  const product = await stored(aProduct().offering(removed!.id, second!.id, deleted!.id, first!.id));
  const known = new Map(all.map(({ id }) => [id, { organizationId: ORGANIZATION, selectable: true }]));
  const left = [second!.id, deleted!.id, first!.id];
  await change(product.id, (each) => each.setBenefits(left, known, NOW, 'keep'));
  await benefits.change({ id: deleted!.id, organizations: [ORGANIZATION] }, (each) => each.delete(NOW));
  const nothing = await stored(aProduct());
  const handler = new FindOfferedBenefitsHandler(orm.em);
  const offered = await handler.execute(new FindOfferedBenefits([product.id, nothing.id, newId()]));
  expect([...offered.keys()]).toEqual([product.id]);
  expect(offered.get(product.id)!.map(({ benefit, removedAt }) => [benefit.id, benefit.is_deleted, removedAt])).toEqual([
    [second!.id, false, null],
    [first!.id, false, null],
    [removed!.id, false, NOW],
  ]);
});

test('finds archived prices by id, although they are not among the prices of the product', async () => {
  const product = await stored(aProduct().every('month'));
  const [old] = product.prices;
  await change(product.id, (each) => each.update({ prices: [fixed(2000)] }, REFERENCES, NOW));

  const views = await new FindProductViewsHandler(shown()).execute(new FindProductViews([product.id]));
  expect(views.get(product.id)).toMatchObject({ id: product.id, name: 'Acme Pro', prices: [{ price_amount: 2000 }] });

  const current = (await find([product.id])).get(product.id)!.prices[0]!.id;
  const prices = await new FindPriceViewsHandler(orm.em, queries).execute(new FindPriceViews([old!.id, newId(), current]));
  expect([...prices.keys()].sort()).toEqual([old!.id, current].sort());
  expect(prices.get(old!.id)).toEqual({
    created_at: CREATED_AT,
    modified_at: NOW,
    id: old!.id,
    source: 'catalog',
    amount_type: 'fixed',
    price_amount: 1000,
    price_currency: 'usd',
    tax_behavior: null,
    is_archived: true,
    product_id: product.id,
    type: 'recurring',
    recurring_interval: 'month',
    legacy: false,
  });
  expect(prices.get(current)).toMatchObject({ is_archived: false, modified_at: null });
});

test('returns nothing for an empty list of ids', async () => {
  expect([await find([]), await shown().read([])]).toEqual([new Map(), new Map()]);
});
