import fc from 'fast-check';
import { ResourceNotFound } from '#kernel';
import { BalanceCredits } from './balance-credits.ts';
import { DEFAULT_PRIORITY, leftOf } from './separate-credit.ts';
import { rolloverUnits } from './balances.ts';
import { Decimal } from './decimal.ts';

const at = (hour: number): Date => new Date(hour * 3_600_000);
const units = (number: number): Decimal => Decimal.of(number);

interface Terms {
  readonly units: number;
  readonly priority?: number;
  readonly end?: number;
  readonly rollover?: boolean;
}

const separate = (id: string, hour: number, { units: number, priority = DEFAULT_PRIORITY, end, rollover = true }: Terms) => ({
  id,
  units: units(number),
  priority,
  expiresAt: end === undefined ? null : at(end),
  rollover,
  at: at(hour),
  grantId: null,
});

const EMPTY = () => new BalanceCredits([], [], null);
const plain = (number: number, hour = 0, rollover = false) => ({ units: number, rollover, at: at(hour) });
const lefts = (credits: BalanceCredits) => Object.fromEntries(credits.separate.map((each) => [each.id, leftOf(each).toNumber()]));

/** Credits of which all have been given before `used` units were used. */
function drawnFrom(used: number, given: Record<string, Terms>, withoutTerms = 0): BalanceCredits {
  const credits = EMPTY().withPlain(plain(withoutTerms), Decimal.ZERO);
  Object.entries(given).forEach(([id, terms], index) => credits.add(separate(id, index, terms), Decimal.ZERO));
  credits.draw(units(used));
  return credits;
}

test.each<[string, BalanceCredits, object]>([
  [
    'lower priorities first',
    drawnFrom(12, { last: { units: 10, priority: 2 }, first: { units: 10, priority: 1 } }),
    { first: 0, last: 8 },
  ],
  [
    'of equal priorities the one that ends first, and one without an end last',
    drawnFrom(12, {
      never: { units: 5, priority: 1 },
      late: { units: 10, priority: 1, end: 9 },
      soon: { units: 10, priority: 1, end: 8 },
    }),
    { soon: 0, late: 8, never: 5 },
  ],
  [
    'what does not roll over before what does, then older ones',
    drawnFrom(12, {
      old: { units: 5, end: 9 },
      young: { units: 5, end: 9 },
      short: { units: 5, end: 9, rollover: false },
    }),
    { short: 0, old: 0, young: 3 },
  ],
  [
    'credits without terms before those of a higher priority, and after those with an end',
    drawnFrom(12, { after: { units: 10, priority: 51 }, before: { units: 5, end: 9 } }, 5),
    { before: 0, after: 8 },
  ],
])('usage draws from %s', (_rule, credits, expected) => {
  expect(lefts(credits)).toEqual(expected);
});

test('usage from before a credit does not draw from it, unless it found no other one', () => {
  const credits = EMPTY().withPlain(plain(4), Decimal.ZERO);
  credits.add(separate('a', 1, { units: 10, end: 9 }), units(3));
  credits.draw(units(3));
  expect(lefts(credits)).toEqual({ a: 10 });
  const overdrawn = EMPTY();
  overdrawn.add(separate('b', 1, { units: 10, end: 9 }), units(3));
  overdrawn.draw(units(3));
  expect(lefts(overdrawn)).toEqual({ b: 7 });
});

test('at the end of a credit the credited units fall by exactly what is left of it', () => {
  const credits = drawnFrom(0, { a: { units: 10, end: 2 }, b: { units: 1, end: 3 } }, 5);
  expect(credits.endsUntil(at(2))).toEqual([at(2)]);
  const [ended] = credits.expire(at(2), units(0.3));
  expect([ended!.credit.id, ended!.rest.toString(), credits.units.toString()]).toEqual(['a', '9.7', '6.3']);
  expect(credits.endsUntil(at(2))).toEqual([]);
  expect(credits.nextEnd).toEqual(at(3));
  expect(credits.units.minus(units(0.3)).toNumber()).toBe(6);
});

test('what a correction returns of a credit that has ended stays, without an end', () => {
  const credits = drawnFrom(6, { a: { units: 10, end: 2 } });
  credits.expire(at(2), units(6));
  expect(credits.units.minus(units(0)).toNumber()).toBe(6);
  expect([credits.drawn, credits.nextEnd]).toEqual([null, null]);
});

test('a credit that is taken back loses what is left, and a usage that other credits no longer cover draws from it before', () => {
  const credits = drawnFrom(4, { a: { units: 10, end: 9 } }, 3).withPlain(plain(-3, 2), units(4));
  const ended = credits.takeBack('a', units(5), at(3));
  expect([ended.rest.toNumber(), credits.units.toNumber()]).toEqual([5, 5]);
});

test('more cannot be taken back than is left of credits without terms', () => {
  const credits = drawnFrom(4, { a: { units: 3, end: 9 } }, 7);
  expect(() => credits.assertLeft(6, units(4))).not.toThrow();
  expect(() => credits.assertLeft(7, units(4))).toThrow('Only 6 units are left of credits without an end and a priority.');
  expect(() => credits.takeBack('b', units(4), at(1))).toThrow(ResourceNotFound);
});

test('a seller gives at most 100 credits with terms, which end later', () => {
  const credits = EMPTY();
  const given = (id: string, end: number) => ({ ...separate(id, 5, { units: 1, end }), grantId: undefined });
  expect(() => credits.give(given('past', 5), Decimal.ZERO)).toThrow('A credit cannot end before it is given.');
  for (let index = 0; index < 100; index++) credits.give(given(`${index}`, 6), Decimal.ZERO);
  expect(() => credits.give(given('more', 6), Decimal.ZERO)).toThrow('A customer meter has at most 100');
});

test('whole units of credits that roll over keep their terms; others end with the billing window', () => {
  const given = {
    kept: { units: 10, end: 90 },
    gone: { units: 10, end: 80, rollover: false },
    later: { units: 5, priority: 70 },
  };
  const before = drawnFrom(12.5, given, 7).withPlain(plain(2, 1, true), units(12.5));
  const { credits, units: rolled } = before.rollOver(rolloverUnits, units(12.5));
  expect(lefts(credits)).toEqual({ kept: 7, later: 5 });
  expect([rolled, credits.drawn!.toNumber(), credits.units.toNumber()]).toEqual([2, 0, 12]);
  expect(credits.separate.map(({ expiresAt }) => expiresAt)).toEqual([at(90), null]);
});

test('without separate credits the same rolls over as ever', () => {
  const credit = fc.record({ units: fc.integer({ min: -20, max: 40 }), rollover: fc.boolean() });
  fc.assert(
    fc.property(fc.array(credit, { maxLength: 5 }), fc.double({ min: 0, max: 60, noNaN: true }), (given, consumed) => {
      const all = given.map((each, index) => ({ ...each, at: at(index) }));
      expect(new BalanceCredits(all, [], null).rollOver(rolloverUnits, Decimal.of(consumed)).units).toBe(
        rolloverUnits(all, consumed),
      );
    }),
  );
});

const few = fc.integer({ min: 1, max: 6 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('use' as const), units: few }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('void' as const), event: fc.nat({ max: 30 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('give' as const),
      units: few,
      priority: fc.constantFrom(10, 50, 90),
      hours: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      rollover: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('credit' as const), units: few, rollover: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const), credit: fc.nat({ max: 10 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cycle' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 4 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Use {
  readonly hour: number;
  readonly units: number;
  isCounted: boolean;
}

/** Runs a history; with `isPunctual`, ends are published after every hour instead of when something changes. */
function run(steps: readonly Step[], isPunctual: boolean) {
  let [credits, uses, hour, given, gone] = [EMPTY(), [] as Use[], 0, 0, 0];
  const rests: [string, number][] = [];
  const consumed = (before = Number.MAX_SAFE_INTEGER): Decimal =>
    units(uses.filter((use) => use.isCounted && use.hour < before).reduce((sum, use) => sum + use.units, 0));
  const end = (): void => {
    for (const due of credits.endsUntil(at(hour))) {
      for (const { credit, rest } of credits.expire(due, consumed(due.getTime() / 3_600_000))) {
        rests.push([credit.id, rest.toNumber()]);
        gone += rest.toNumber();
      }
    }
  };
  const apply = (each: Step, index: number): void => {
    if (each.kind === 'use') uses.push({ hour, units: each.units, isCounted: true });
    else if (each.kind === 'wait') hour += each.hours;
    else {
      end();
      if (each.kind === 'void') {
        const use = uses[each.event % Math.max(uses.length, 1)];
        if (use) use.isCounted = !use.isCounted;
      } else if (each.kind === 'give') {
        const terms = { ...each, end: each.hours === undefined ? undefined : hour + each.hours };
        credits.add(separate(`${index}`, hour, terms), consumed());
        given += each.units;
      } else if (each.kind === 'credit') {
        credits = credits.withPlain(plain(each.units, hour, each.rollover), consumed());
        given += each.units;
      } else if (each.kind === 'take') {
        const active = credits.separate.filter(({ endedAt }) => endedAt === null);
        const id = active[each.credit % Math.max(active.length, 1)]?.id;
        if (id !== undefined) gone += credits.takeBack(id, consumed(), at(hour)).rest.toNumber();
      } else if (each.kind === 'reset') {
        uses = [];
        credits.draw(Decimal.ZERO);
      } else {
        const next = credits.rollOver(rolloverUnits, consumed());
        credits = next.units > 0 ? next.credits.withPlain(plain(next.units, hour, true), Decimal.ZERO) : next.credits;
        [uses, given, gone] = [[], credits.units.toNumber(), 0];
      }
    }
    if (isPunctual) end();
  };
  const states = steps.map((each, index) => {
    apply(each, index);
    const balance = credits.units.minus(consumed()).toNumber();
    expect(balance).toBe(given - gone - consumed().toNumber());
    return balance;
  });
  end();
  credits.draw(consumed());
  const balance = credits.units.minus(consumed()).toNumber();
  const left = Object.values(lefts(credits)).reduce((sum, each) => sum + each, 0);
  expect(left).toBeLessThanOrEqual(Math.max(balance, 0));
  for (const { drawn, units: most } of credits.separate) {
    expect(drawn.isLessThan(Decimal.ZERO) || most.isLessThan(drawn)).toBe(false);
  }
  return { balance, left: lefts(credits), rests, states: states.length };
}

test('balances are the sum of what was given, used and taken away, and do not depend on when ends are published', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      expect(run(steps, false)).toEqual(run(steps, true));
    }),
    { numRuns: 2000 },
  );
});

test('usage draws unit by unit from the first credit in order that has any left', () => {
  const given = fc.record({ units: few, priority: fc.constantFrom(10, 50, 90), end: fc.option(few, { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(fc.oneof(given, few), { maxLength: 20 }), (history) => {
      const credits = EMPTY();
      const simple: { id: string; left: number; rank: number }[] = [];
      let [used, debt] = [0, 0];
      const use = (): void => {
        const first = simple.filter(({ left }) => left > 0).toSorted((a, b) => a.rank - b.rank)[0];
        if (first) first.left--;
        else debt++;
      };
      history.forEach((each, index) => {
        if (typeof each === 'number') {
          used += each;
          for (let unit = 0; unit < each; unit++) use();
        } else {
          const end = each.end === undefined ? undefined : each.end + 100;
          credits.add(separate(`${index}`, index, { ...each, end }), units(used));
          simple.push({ id: `${index}`, left: each.units, rank: each.priority * 1_000_000 + (end ?? 900) * 1000 + index });
          const owed = debt;
          debt = 0;
          for (let unit = 0; unit < owed; unit++) use();
        }
      });
      credits.draw(units(used));
      expect(lefts(credits)).toEqual(Object.fromEntries(simple.map(({ id, left }) => [id, left])));
    }),
  );
});
