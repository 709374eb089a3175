import { newId, ResourceNotFound } from '#kernel';
import { ProductNotDeletable } from '../src/domain/product.errors.ts';
import type { Product } from '../src/domain/product.ts';
import type { Products } from '../src/domain/products.ts';
import { ORGANIZATION, OTHER_ORGANIZATION } from './benefit.builder.ts';
import { aProduct, custom, fixed, seats, REFERENCES } from './product.builder.ts';

export interface OpenedProducts {
  readonly products: Products;
  /** Names and payloads of the recorded events of a product, oldest first. */
  eventsOf(id: string): Promise<{ name: string; payload: object }[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00Z');
const OURS = [ORGANIZATION];
const UPDATED = { is_archived: false, is_deleted: false, benefits_changed: false };

/** The contract of every implementation of the port, for products. */
export function productsContract(storage: string, open: () => Promise<OpenedProducts>): void {
  describe(`products in ${storage}`, () => {
    let opened: OpenedProducts;
    let products: Products;
    beforeAll(async () => {
      opened = await open();
      products = opened.products;
    });
    afterAll(() => opened.close());

    const stored = async (builder = aProduct()): Promise<string> => {
      const product = builder.newUnsaved();
      await products.add(product);
      return product.id;
    };
    const change = (id: string, by: (product: Product) => void) => products.change({ id, organizations: OURS }, by);
    const found = (id: string, organizations: readonly string[] = OURS) =>
      products.change({ id, organizations }, ({ snapshot, prices }) => ({ ...snapshot, prices }));

    test('a product is stored with its prices and its created event', async () => {
      const tiers = seats([1, 10, 500], [11, null, 400]);
      const builder = aProduct()
        .every('year', 2)
        .withPeriods({ trialInterval: 'day', trialIntervalCount: 14, meterInterval: 'month' })
        .costing(fixed(9900), tiers)
        .where({ medias: new Set([ORGANIZATION]), customFields: new Set([ORGANIZATION]) })
        .with({
          description: 'Everything',
          metadata: JSON.parse('{"__proto__": 1, "beta": true, "camelCase_key": "x"}'),
          mediaIds: [ORGANIZATION],
          customFields: [{ customFieldId: ORGANIZATION, required: true }],
        });
      const product = builder.newUnsaved();
      const before = product.snapshot;
      await products.add(product);
      expect(await found(product.id)).toEqual(before);
      expect(await opened.eventsOf(product.id)).toEqual([{ name: 'product.created', payload: { is_recurring: true } }]);
    });

    test('a change is visible to the next change', async () => {
      const id = await stored(aProduct().every('month'));
      const benefit = newId();
      await change(id, (product) => {
        product.update(
          { name: 'Another', isArchived: true, periods: { trialInterval: 'week', trialIntervalCount: 1 } },
          REFERENCES,
          NOW,
        );
        product.setBenefits([benefit], new Map([[benefit, { organizationId: ORGANIZATION, selectable: true }]]), NOW);
      });
      expect(await found(id)).toMatchObject({
        name: 'Another',
        isArchived: true,
        recurringInterval: 'month',
        trialInterval: 'week',
        trialIntervalCount: 1,
        benefitIds: [benefit],
        modifiedAt: NOW,
      });
      expect((await opened.eventsOf(id)).slice(1)).toEqual([
        { name: 'product.updated', payload: { ...UPDATED, is_archived: true } },
        { name: 'product.updated', payload: { ...UPDATED, is_archived: true, benefits_changed: true } },
      ]);
    });

    test('prices are added and archived; the others keep their ids and their order', async () => {
      const id = await stored(aProduct().costing(fixed(1000), seats([1, null, 500])));
      const [first, second] = (await found(id)).prices;
      await change(id, (product) => product.update({ prices: [fixed(2000), { id: second!.id }] }, REFERENCES, NOW));
      const [kept, added, ...others] = (await found(id)).prices;
      expect([kept, others]).toEqual([second, []]);
      expect(added).toMatchObject({ terms: { priceAmount: 2000 }, position: 2, createdAt: NOW, archivedAt: null });
      await change(id, (product) => product.update({ prices: [custom()] }, REFERENCES, NOW));
      const { prices } = await found(id);
      expect(prices).toMatchObject([{ terms: { amountType: 'custom', minimumAmount: 50 } }]);
      expect(prices.map((price) => price.id)).not.toContain(first!.id);
    });

    test('changes of one product wait for each other', async () => {
      const id = await stored();
      const extend = () => change(id, (product) => product.update({ name: `${product.snapshot.name}!` }, REFERENCES, NOW));
      await Promise.all(Array.from({ length: 10 }, extend));
      expect((await found(id)).name).toBe('Acme Pro!!!!!!!!!!');
    });

    test('a rejected change stores nothing', async () => {
      const id = await stored();
      await change(id, (product) => product.markSold(NOW));
      await expect(change(id, (product) => product.delete(NOW))).rejects.toThrow(ProductNotDeletable);
      expect(await found(id)).toMatchObject({ firstSoldAt: NOW, deletedAt: null, modifiedAt: null });
      expect(await opened.eventsOf(id)).toHaveLength(1);
    });

    test('unknown, foreign and deleted products are not found', async () => {
      const foreign = await stored(aProduct().of(OTHER_ORGANIZATION));
      const deleted = await stored();
      await change(deleted, (product) => product.delete(NOW));
      for (const id of [newId(), foreign, deleted]) {
        await expect(found(id)).rejects.toThrow(ResourceNotFound);
        await expect(products.organizationOf({ id, organizations: OURS })).rejects.toThrow(ResourceNotFound);
      }
      const organizations = [ORGANIZATION, OTHER_ORGANIZATION];
      expect((await found(foreign, organizations)).id).toBe(foreign);
      expect(await products.organizationOf({ id: foreign, organizations })).toBe(OTHER_ORGANIZATION);
    });
  });
}
