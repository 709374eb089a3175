import { ValidationFailed } from '#kernel';
import { aMeter } from '../../testing/meter.builder.ts';
import type { Clause, Filter } from './filter.ts';
import type { Meter, MeterChanges, MeterUses } from './meter.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const NONE = { meters: 0, clauses: 0 };
const UNUSED: MeterUses = { hasCounted: false, others: NONE, activeProducts: false, activeBenefits: false };
const clause: Clause = { property: 'metadata.metadata.n', operator: 'eq', value: 1 };

const errorsFrom = (act: () => unknown): string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ path, type }) => `${path.join('.')} ${type}`);
    throw error;
  }
  return [];
};

describe('a meter', () => {
  test('removes the prefix `metadata.` of properties, once', () => {
    const meter = aMeter()
      .counting({ conjunction: 'or', clauses: [clause, { conjunction: 'and', clauses: [clause] }] })
      .summing('metadata.tokens')
      .build();
    const normalized = { ...clause, property: 'metadata.n' };
    expect(meter.snapshot.filter).toEqual({
      conjunction: 'or',
      clauses: [normalized, { conjunction: 'and', clauses: [normalized] }],
    });
    expect(meter.snapshot.aggregation).toEqual({ func: 'sum', property: 'tokens' });
  });

  test.each([
    ['custom', 'GB', 1000, []],
    ['custom', 'GB', null, []],
    ['custom', null, null, ['customLabel value_error']],
    ['token', null, null, []],
    ['scalar', 'GB', 2, ['customLabel value_error', 'customMultiplier value_error']],
  ] as const)('has a valid unit: %s with label %s and multiplier %s', (unit, label, multiplier, errors) => {
    expect(errorsFrom(() => aMeter().measuredIn(unit, label, multiplier).build())).toEqual(errors);
  });

  test('has at most 250 clauses and groups, however they are nested', () => {
    const and = (clauses: Filter['clauses']): Filter => ({ conjunction: 'and', clauses });
    const of = (count: number) => and(Array.from({ length: count }, () => clause));
    const empty = (count: number) => and(Array.from({ length: count }, () => and([])));
    for (const largest of [of(250), empty(250), and([of(124), of(124)]), and([and([empty(248)])])]) {
      expect(errorsFrom(() => aMeter().counting(largest).build())).toEqual([]);
      expect(
        errorsFrom(() =>
          aMeter()
            .counting(and([...largest.clauses, clause]))
            .build(),
        ),
      ).toEqual(['filter too_long']);
      expect(
        errorsFrom(() =>
          aMeter()
            .counting(and([...largest.clauses, and([])]))
            .build(),
        ),
      ).toEqual(['filter too_long']);
    }
  });

  test('cannot change filter and aggregation once it has counted an event', () => {
    const meter = aMeter().build();
    const changes = { filter: { conjunction: 'or', clauses: [clause] }, aggregation: { func: 'unique', property: 'n' } } as const;
    meter.update(changes, UNUSED, NOW);
    expect([meter.snapshot.aggregation, meter.snapshot.filter.conjunction, meter.snapshot.modifiedAt]).toEqual([
      changes.aggregation,
      'or',
      NOW,
    ]);
    const again = () => meter.update({ ...changes, name: 'Other' }, { ...UNUSED, hasCounted: true }, NOW);
    expect(errorsFrom(again)).toEqual(['filter forbidden', 'aggregation forbidden']);
    expect(meter.snapshot.name).toBe('Calls');
    meter.update({ name: 'Other', unit: 'custom' }, { ...UNUSED, hasCounted: true }, NOW);
    expect([meter.snapshot.name, meter.snapshot.unit]).toEqual(['Other', 'custom']);
  });

  test('can be archived only if no product or benefit uses it, and can be unarchived', () => {
    const meter = aMeter().build();
    const archive = (uses: Partial<MeterUses>) =>
      errorsFrom(() => meter.update({ isArchived: true }, { ...UNUSED, ...uses }, NOW));
    expect(archive({ activeProducts: true, activeBenefits: true })).toEqual(['isArchived value_error', 'isArchived value_error']);
    expect(archive({})).toEqual([]);
    const later = new Date(NOW.getTime() + 1);
    meter.update({ isArchived: true }, UNUSED, later);
    expect([meter.isArchived, meter.snapshot.archivedAt]).toEqual([true, NOW]);
    meter.update({ isArchived: false }, UNUSED, later);
    expect(meter.isArchived).toBe(false);
  });

  test('fits next to 99 other meters with 1,000 clauses in all, its own included', () => {
    const meter = aMeter()
      .counting({ conjunction: 'and', clauses: [clause] })
      .build();
    const fits = (meters: number, clauses: number) => errorsFrom(() => meter.assertFits({ meters, clauses }));
    expect(fits(99, 999)).toEqual([]);
    expect(fits(100, 1000)).toEqual([' too_long', 'filter too_long']);
  });

  describe('beyond the limits of its organization', () => {
    const others = { meters: 100, clauses: 999 };
    const filterOf = (size: number): Filter => ({ conjunction: 'and', clauses: Array.from({ length: size }, () => clause) });
    const update = (meter: Meter, changes: MeterChanges) => errorsFrom(() => meter.update(changes, { ...UNUSED, others }, NOW));

    test('may change, but its filter may not grow', () => {
      const meter = aMeter().counting(filterOf(2)).build();
      expect(update(meter, { name: 'Other', isArchived: false, filter: filterOf(2) })).toEqual([]);
      expect(update(meter, { filter: filterOf(3) })).toEqual(['filter too_long']);
      expect(update(meter, { filter: filterOf(3), isArchived: true })).toEqual([]);
    });

    test('cannot be unarchived', () => {
      const meter = aMeter().counting(filterOf(2)).build();
      expect(update(meter, { isArchived: true })).toEqual([]);
      expect(update(meter, { name: 'Other', filter: filterOf(3) })).toEqual([]);
      expect(update(meter, { isArchived: false })).toEqual(['isArchived too_long', 'filter too_long']);
    });
  });

  test('keeps thresholds sorted and without duplicates', () => {
    const meter = aMeter().build();
    meter.setThresholds([10, 2.5, 10], NOW);
    expect(meter.snapshot.thresholds).toEqual([2.5, 10]);
    expect(errorsFrom(() => meter.setThresholds([1, 0, -1], NOW))).toEqual([
      'thresholds.1 greater_than',
      'thresholds.2 greater_than',
    ]);
    expect(
      errorsFrom(() =>
        meter.setThresholds(
          Array.from({ length: 101 }, (_, n) => n + 1),
          NOW,
        ),
      ),
    ).toEqual(['thresholds too_long']);
    meter.setThresholds([], NOW);
    expect(meter.snapshot.thresholds).toEqual([]);
  });
});
