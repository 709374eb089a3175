import { type Credit, creditedUnits, rolloverUnits } from './credits.ts';

const given = (...units: (readonly [units: number, rollover?: boolean])[]): Credit[] =>
  units.map(([number, rollover = false], index) => ({ units: number, rollover, at: new Date(index) }));

describe('credits', () => {
  test.each<[string, Credit[], number]>([
    ['add up', given([100], [50]), 150],
    ['never fall below nothing', given([100], [-150], [50]), 50],
    ['count in the order of time', given([-150], [100], [50]).toReversed(), 150],
    ['an upgrade in mid-cycle takes back and gives', given([100], [-100], [1000]), 1000],
    ['are nothing where there are none', [], 0],
  ])('%s', (_rule, credits, units) => {
    expect(creditedUnits(credits)).toBe(units);
  });
});

describe('what goes over into the next window', () => {
  const both = given([80], [60, true]);
  test.each<[string, Credit[], number, number]>([
    ['all that rolls over, while what does not is used first', both, 80, 60],
    ['what is left of it', both, 100, 40],
    ['no debts', both, 150, 0],
    ['of credits that roll over, what is left', given([100, true]), 50, 50],
    ['of those, no debts either', given([100, true]), 150, 0],
    ['nothing of credits that do not', given([100]), 0, 0],
    ['whole units only', given([10, true]), 3.5, 6],
    ['nothing that was taken back', given([100, true], [-100, true]), 0, 0],
  ])('%s', (_rule, credits, consumed, units) => {
    expect(rolloverUnits(credits, consumed)).toBe(units);
  });
});
