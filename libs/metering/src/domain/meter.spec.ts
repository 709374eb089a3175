import { ValidationFailed } from '#kernel';
import { aMeter } from '../../testing/meter.builder.ts';
import type { Clause, Filter } from './filter.ts';
import type { MeterUses } from './meter.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const IDLE: MeterUses = { hasCounted: false, activeProducts: false, activeBenefits: false };
const clause: Clause = { property: 'metadata.metadata.n', operator: 'eq', value: 1 };

const refused = (act: () => unknown): string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ path, type }) => `${path.join('.')} ${type}`);
    throw error;
  }
  return [];
};

describe('a meter', () => {
  test('keeps properties without the word that says nothing, once', () => {
    const meter = aMeter()
      .counting({ conjunction: 'or', clauses: [clause, { conjunction: 'and', clauses: [clause] }] })
      .summing('metadata.tokens')
      .build();
    const kept = { ...clause, property: 'metadata.n' };
    expect(meter.filter).toEqual({ conjunction: 'or', clauses: [kept, { conjunction: 'and', clauses: [kept] }] });
    expect(meter.aggregation).toEqual({ func: 'sum', property: 'tokens' });
  });

  test.each([
    ['custom', 'GB', 1000, []],
    ['custom', 'GB', null, []],
    ['custom', null, null, ['customLabel value_error']],
    ['token', null, null, []],
    ['scalar', 'GB', 2, ['customLabel value_error', 'customMultiplier value_error']],
  ] as const)('in %s, called %s, times %s', (unit, label, multiplier, errors) => {
    expect(refused(() => aMeter().measuredIn(unit, label, multiplier).build())).toEqual(errors);
  });

  test('holds at most 1,000 clauses and groups of them, however they are nested', () => {
    const and = (clauses: Filter['clauses']): Filter => ({ conjunction: 'and', clauses });
    const of = (count: number) => and(Array.from({ length: count }, () => clause));
    const empty = (count: number) => and(Array.from({ length: count }, () => and([])));
    for (const most of [of(1000), empty(1000), and([of(499), of(499)]), and([and([empty(998)])])]) {
      expect(refused(() => aMeter().counting(most).build())).toEqual([]);
      expect(
        refused(() =>
          aMeter()
            .counting(and([...most.clauses, clause]))
            .build(),
        ),
      ).toEqual(['filter too_long']);
      expect(
        refused(() =>
          aMeter()
            .counting(and([...most.clauses, and([])]))
            .build(),
        ),
      ).toEqual(['filter too_long']);
    }
  });

  test('counts by another rule only until it has counted', () => {
    const meter = aMeter().build();
    const changes = { filter: { conjunction: 'or', clauses: [clause] }, aggregation: { func: 'unique', property: 'n' } } as const;
    meter.update(changes, IDLE, NOW);
    expect([meter.aggregation, meter.filter.conjunction, meter.modifiedAt]).toEqual([changes.aggregation, 'or', NOW]);
    const again = () => meter.update({ ...changes, name: 'Other' }, { ...IDLE, hasCounted: true }, NOW);
    expect(refused(again)).toEqual(['filter forbidden', 'aggregation forbidden']);
    expect(meter.name).toBe('Calls');
    meter.update({ name: 'Other', unit: 'custom' }, { ...IDLE, hasCounted: true }, NOW);
    expect([meter.name, meter.unit]).toEqual(['Other', 'custom']);
  });

  test('is archived once nothing needs it, and comes back', () => {
    const meter = aMeter().build();
    const archive = (uses: Partial<MeterUses>) => refused(() => meter.update({ isArchived: true }, { ...IDLE, ...uses }, NOW));
    expect(archive({ activeProducts: true, activeBenefits: true })).toEqual(['isArchived value_error', 'isArchived value_error']);
    expect(archive({})).toEqual([]);
    const later = new Date(NOW.getTime() + 1);
    meter.update({ isArchived: true }, IDLE, later);
    expect([meter.isArchived, meter.archivedAt]).toEqual([true, NOW]);
    meter.update({ isArchived: false }, IDLE, later);
    expect(meter.isArchived).toBe(false);
  });

  test('watches thresholds in their order, each once', () => {
    const meter = aMeter().build();
    meter.setThresholds([10, 2.5, 10], NOW);
    expect(meter.thresholds).toEqual([2.5, 10]);
    expect(refused(() => meter.setThresholds([1, 0, -1], NOW))).toEqual([
      'thresholds.1 greater_than',
      'thresholds.2 greater_than',
    ]);
    expect(
      refused(() =>
        meter.setThresholds(
          Array.from({ length: 101 }, (_, n) => n + 1),
          NOW,
        ),
      ),
    ).toEqual(['thresholds too_long']);
    meter.setThresholds([], NOW);
    expect(meter.thresholds).toEqual([]);
  });
});
