import { aProduct, REFERENCES } from '../../testing/product.builder.ts';
import { pathsOf, errorsOf } from '../../testing/errors.ts';
import type { NewPeriods } from './periods.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

const pathsWith = (periods: NewPeriods) => pathsOf(() => aProduct().withPeriods(periods).newUnsaved());
const monthly = (periods: NewPeriods) => pathsWith({ recurringInterval: 'month', ...periods });

describe('a one-time product', () => {
  test('has no period', () => {
    expect(aProduct().newUnsaved().snapshot).toMatchObject({
      recurringInterval: null,
      recurringIntervalCount: null,
      trialInterval: null,
      trialIntervalCount: null,
      meterInterval: null,
      meterIntervalCount: null,
    });
    expect(aProduct().newUnsaved().isRecurring).toBe(false);
  });

  test.each([
    [{ recurringIntervalCount: 2 }, ['recurringIntervalCount']],
    [{ trialInterval: 'day', trialIntervalCount: 7 }, ['trialInterval', 'trialIntervalCount']],
    [{ meterInterval: 'month' }, ['meterInterval']],
    [{ trialInterval: null, trialIntervalCount: null, meterIntervalCount: null }, []],
  ] as const)('rejects %j', (periods, paths) => {
    expect(pathsWith(periods)).toEqual(paths);
  });
});

describe('a recurring product', () => {
  test('has an interval count of 1 by default', () => {
    const { snapshot } = aProduct().every('year').withPeriods({ meterInterval: 'month' }).newUnsaved();
    expect(snapshot).toMatchObject({ recurringIntervalCount: 1, meterIntervalCount: 1 });
  });

  test.each([0, -1, 1.5, 1000])('rejects an interval of %d months', (recurringIntervalCount) => {
    expect(monthly({ recurringIntervalCount })).toEqual(['recurringIntervalCount']);
  });

  test('accepts a trial of up to 1,000 units, with both interval and count', () => {
    expect(monthly({ trialInterval: 'day', trialIntervalCount: 1000 })).toEqual([]);
    expect(monthly({ trialInterval: 'day', trialIntervalCount: 1001 })).toEqual(['trialIntervalCount']);
    expect(monthly({ trialInterval: 'day' })).toEqual(['trialIntervalCount']);
    expect(monthly({ trialIntervalCount: 7 })).toEqual(['trialInterval']);
  });

  test.each([
    ['month', 1, 'year', 1, true],
    ['month', 5, 'year', 5, true],
    ['month', 5, 'year', 1, false],
    ['day', 1, 'week', 1, true],
    ['day', 7, 'week', 3, true],
    ['day', 2, 'week', 1, false],
    ['month', 2, 'month', 6, true],
    ['month', 4, 'month', 6, false],
    ['year', 1, 'year', 1, true],
    ['year', 1, 'month', 12, false],
    ['day', 1, 'month', 1, false],
    ['week', 1, 'year', 1, false],
  ] as const)(
    'has meters that start anew every %s × %i in a %s × %i: %s',
    (meterInterval, meterIntervalCount, unit, count, fits) => {
      const act = () => aProduct().every(unit, count).withPeriods({ meterInterval, meterIntervalCount }).newUnsaved();
      expect(pathsOf(act)).toEqual(fits ? [] : ['meterInterval']);
    },
  );

  test('has a meter interval only if meter cycling is enabled', () => {
    const yearly = aProduct().every('year').withPeriods({ meterInterval: 'month' }).where({ meterCycling: false });
    expect(errorsOf(() => yearly.newUnsaved())).toMatchObject([
      { path: ['meterInterval'], message: 'Separate meter cycling is not enabled for this organization.' },
    ]);
  });
});

describe('an update', () => {
  const product = () => aProduct().every('month', 3).withPeriods({ trialInterval: 'day', trialIntervalCount: 7 }).build();
  const update = (periods: NewPeriods) => {
    const changed = product();
    return { changed, act: () => changed.update({ periods }, REFERENCES, NOW) };
  };

  test.each([
    [{ trialIntervalCount: 14 }, { trialInterval: 'day', trialIntervalCount: 14 }],
    [{ trialInterval: 'week' }, { trialInterval: 'week', trialIntervalCount: 7 }],
    [
      { trialInterval: null, trialIntervalCount: null },
      { trialInterval: null, trialIntervalCount: null },
    ],
    [{ recurringInterval: 'month', recurringIntervalCount: 3 }, { recurringInterval: 'month' }],
    [{ recurringInterval: null }, { recurringInterval: 'month', recurringIntervalCount: 3 }],
  ] as const)('of %j is applied', (periods, expected) => {
    const { changed, act } = update(periods);
    expect(pathsOf(act)).toEqual([]);
    expect(changed.snapshot).toMatchObject(expected);
  });

  test.each([
    [{ recurringInterval: 'year' }, ['recurringInterval']],
    [{ recurringIntervalCount: 2 }, ['recurringIntervalCount']],
    [{ trialInterval: null }, ['trialInterval']],
    [{ trialIntervalCount: null }, ['trialIntervalCount']],
  ] as const)('cannot change %j', (periods, paths) => {
    expect(pathsOf(update(periods).act)).toEqual(paths);
  });

  test('keeps the meter interval when meter cycling has been disabled', () => {
    const yearly = aProduct().every('year').withPeriods({ meterInterval: 'month' }).build();
    yearly.update({ name: 'Another' }, { ...REFERENCES, rules: { ...REFERENCES.rules, meterCycling: false } }, NOW);
    expect(yearly.snapshot).toMatchObject({ name: 'Another', meterInterval: 'month' });
  });
});
