import { newId } from '#kernel';
import { ORGANIZATION, OTHER_ORGANIZATION } from '../../testing/benefit.builder.ts';
import { aProduct, custom, fixed, seats, REFERENCES } from '../../testing/product.builder.ts';
import { pathsOf, errorsOf } from '../../testing/errors.ts';
import { ProductNotDeletable } from './product.errors.ts';
import type { BenefitReference } from './product-references.ts';
import type { Product, ProductChanges } from './product.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const [FIRST, SECOND, THIRD] = [newId(), newId(), newId()] as const;

const update = (product: Product, changes: ProductChanges) => product.update(changes, REFERENCES, NOW);
const facts = (product: Product) => product.pullEvents().map(({ name, payload }) => ({ name, ...payload }));
const updated = (more: object = {}) => [
  { name: 'product.updated', is_archived: false, is_deleted: false, benefits_changed: false, ...more },
];

describe('a new product', () => {
  test('records its creation', () => {
    const product = aProduct().every('month').newUnsaved();
    expect(product.pullEvents()).toMatchObject([
      { name: 'product.created', organizationId: ORGANIZATION, aggregateId: product.id, payload: { is_recurring: true } },
    ]);
    expect(product.snapshot).toMatchObject({ isArchived: false, benefitIds: [], modifiedAt: null });
    expect(product.isDeletable).toBe(true);
  });

  test.each(['ab', '', 'x'.repeat(65), '😀😀'])('needs a name of 3 to 64 characters, not %j', (name) => {
    expect(pathsOf(() => aProduct().named(name).newUnsaved())).toEqual(['name']);
  });

  test.each(['abc', 'x'.repeat(64), '😀'.repeat(64)])('accepts the name %j', (name) => {
    expect(pathsOf(() => aProduct().named(name).newUnsaved())).toEqual([]);
  });

  test('accepts only existing media and custom fields, each once', () => {
    const existing = aProduct().where({ medias: new Set([FIRST]), customFields: new Set([FIRST]) });
    const field = (customFieldId: string) => ({ customFieldId, required: true });
    const invalid = existing.with({ mediaIds: [FIRST, SECOND], customFields: [field(FIRST), field(SECOND), field(FIRST)] });
    expect(errorsOf(() => invalid.newUnsaved())).toMatchObject([
      { path: ['medias', 1], message: 'File does not exist or is not yet uploaded.' },
      { path: ['attachedCustomFields', 1, 'customFieldId'], message: 'Custom field does not exist.' },
      { path: ['attachedCustomFields', 2, 'customFieldId'], message: 'Custom field is already attached.' },
    ]);
    expect(existing.with({ mediaIds: [FIRST, FIRST], customFields: [] }).newUnsaved().snapshot.mediaIds).toEqual([FIRST]);
  });

  test('reports all errors together', () => {
    const invalid = aProduct().named('x').withPeriods({ trialInterval: 'day' }).costing(fixed(1, 'eur'));
    expect(pathsOf(() => invalid.newUnsaved())).toEqual(['name', 'trialInterval', 'prices.0.priceAmount', 'prices']);
  });
});

describe('an update', () => {
  test('is recorded and keeps omitted fields', () => {
    const product = aProduct().offering(FIRST).build();
    const { prices } = product;
    update(product, { name: 'Another', metadata: { tier: 'gold' }, description: undefined });
    expect(product.snapshot).toMatchObject({ name: 'Another', metadata: { tier: 'gold' }, description: null, modifiedAt: NOW });
    expect([product.prices, product.snapshot.benefitIds]).toEqual([prices, [FIRST]]);
    expect(facts(product)).toEqual(updated());
  });

  test('archives and restores the product', () => {
    const product = aProduct().build();
    update(product, { isArchived: true });
    update(product, { isArchived: false });
    expect(facts(product)).toEqual([...updated({ is_archived: true }), ...updated()]);
  });

  test('that is rejected changes nothing', () => {
    const product = aProduct().build();
    const before = structuredClone(product.snapshot);
    const act = () => update(product, { name: 'no', isArchived: true, prices: [fixed(1)], mediaIds: [FIRST] });
    expect(pathsOf(act)).toEqual(['name', 'medias.0', 'prices.0.priceAmount']);
    expect(structuredClone(product.snapshot)).toEqual(before);
    expect(product.pullEvents()).toEqual([]);
  });

  test('of prices keeps the listed ones, archives the others and appends new ones', () => {
    const product = aProduct()
      .costing(fixed(1000), seats([1, null, 500]))
      .build();
    const [first, second] = product.prices;
    update(product, { prices: [fixed(2000), { id: second!.id }] });
    expect(product.prices).toMatchObject([{ id: second!.id }, { terms: { priceAmount: 2000 }, position: 2, createdAt: NOW }]);
    expect(product.snapshot.prices).toContainEqual({ ...first, archivedAt: NOW });
    expect(product.prices).toContainEqual(second);
    expect(product.snapshot.priceAmount).toBeNull();
  });

  test('of prices accepts only ids of current prices of the product', () => {
    const product = aProduct().build();
    const [old] = product.prices;
    update(product, { prices: [fixed(2000)] });
    for (const id of [old!.id, newId()]) {
      expect(errorsOf(() => update(product, { prices: [{ id }, fixed(1)] }))).toMatchObject([
        { path: ['prices', 0], message: 'Price does not exist.', input: id },
        { path: ['prices', 1, 'priceAmount'] },
      ]);
    }
  });

  test('of prices checks the combination with those that are kept', () => {
    const product = aProduct().build();
    const kept = { id: product.prices[0]!.id };
    expect(errorsOf(() => update(product, { prices: [kept, fixed(2000)] }))).toMatchObject([
      { path: ['prices', 1], message: 'Only one fixed price is allowed.' },
    ]);
    expect(errorsOf(() => update(product, { prices: [kept, custom({}, 'eur')] }))).toMatchObject([
      { path: ['prices'], message: 'All currencies must have the same structure of prices.' },
    ]);
    expect(pathsOf(() => update(product, { prices: [] }))).toEqual(['prices']);
  });
});

describe('the benefits of a product', () => {
  const known = (...ids: string[]) =>
    new Map(ids.map((id): [string, BenefitReference] => [id, { organizationId: ORGANIZATION, selectable: true }]));

  test('keep the order of the request, each once', () => {
    const product = aProduct().build();
    product.setBenefits([SECOND, FIRST, SECOND], known(FIRST, SECOND), NOW);
    expect(product.snapshot.benefitIds).toEqual([SECOND, FIRST]);
    expect(facts(product)).toEqual(updated({ benefits_changed: true }));
  });

  test.each([
    ['others', [FIRST, THIRD], true],
    ['fewer', [FIRST], true],
    ['none', [], true],
    ['the same in another order', [SECOND, FIRST], false],
  ])('can be replaced: %s', (_what, benefits, changed) => {
    const product = aProduct().offering(FIRST, SECOND).build();
    product.setBenefits(benefits, known(FIRST, SECOND, THIRD), NOW);
    expect(product.snapshot.benefitIds).toEqual(benefits);
    expect(facts(product)).toEqual(updated({ benefits_changed: changed }));
  });

  test('stay with existing customers if that is asked for, until they are offered and removed again', () => {
    const product = aProduct().offering(FIRST, SECOND, THIRD).build();
    const all = known(FIRST, SECOND, THIRD);
    product.setBenefits([SECOND], all, NOW);
    expect(product.snapshot.keptBenefits).toEqual([]);
    product.setBenefits([], all, NOW, 'keep');
    const kept = [{ benefitId: SECOND, removedAt: NOW.toISOString() }];
    expect(product.snapshot.keptBenefits).toEqual(kept);
    product.setBenefits([THIRD], all, NOW);
    expect(product.snapshot.keptBenefits).toEqual(kept);
    product.setBenefits([SECOND], all, NOW);
    product.setBenefits([], all, NOW);
    expect(product.snapshot.keptBenefits).toEqual([]);
  });

  test('that are kept are bounded', () => {
    const many = Array.from({ length: 251 }, () => newId());
    const product = aProduct()
      .offering(...many)
      .build();
    expect(pathsOf(() => product.setBenefits([], known(...many), NOW, 'keep'))).toEqual(['benefits']);
    product.setBenefits(many.slice(250), known(...many), NOW, 'keep');
    expect(product.snapshot.keptBenefits).toHaveLength(250);
  });

  test('must exist in the organization of the product', () => {
    const product = aProduct().build();
    const foreign = new Map([[SECOND, { organizationId: OTHER_ORGANIZATION, selectable: true }]]);
    expect(errorsOf(() => product.setBenefits([FIRST, SECOND], foreign, NOW))).toEqual([
      { path: ['benefits', 0], message: 'Benefit does not exist.', type: 'value_error', input: FIRST },
      {
        path: ['benefits', 1],
        message: 'Benefit must be on the same organization as the product.',
        type: 'value_error',
        input: SECOND,
      },
    ]);
    expect(product.snapshot.benefitIds).toEqual([]);
  });

  test('that are not selectable can neither be added nor removed', () => {
    const fixedOne = known(SECOND).set(FIRST, { organizationId: ORGANIZATION, selectable: false });
    const having = aProduct().offering(FIRST).build();
    expect(pathsOf(() => having.setBenefits([SECOND], fixedOne, NOW))).toEqual(['benefits']);
    expect(pathsOf(() => having.setBenefits([SECOND, FIRST], fixedOne, NOW))).toEqual([]);
    expect(pathsOf(() => aProduct().build().setBenefits([SECOND, FIRST], fixedOne, NOW))).toEqual(['benefits.1']);
  });
});

describe('a deletion', () => {
  test('is recorded as an update', () => {
    const product = aProduct().build();
    product.delete(NOW);
    expect(product.snapshot.deletedAt).toBe(NOW);
    expect(facts(product)).toEqual(updated({ is_deleted: true }));
  });

  test('is rejected for a product that was sold', () => {
    const product = aProduct().alreadySold().build();
    expect(product.isDeletable).toBe(false);
    expect(() => product.delete(NOW)).toThrow(ProductNotDeletable);
    expect(product.snapshot.deletedAt).toBeNull();
    expect(product.pullEvents()).toEqual([]);
  });

  test('the time of the first sale does not change with later sales', () => {
    const product = aProduct().alreadySold().build();
    const before = product.snapshot.firstSoldAt;
    product.markSold(NOW);
    expect(product.snapshot).toMatchObject({ firstSoldAt: before, modifiedAt: null });
    expect(product.pullEvents()).toEqual([]);
  });
});
