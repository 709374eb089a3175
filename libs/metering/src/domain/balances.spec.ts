import { type Credit, creditedUnits, rolloverUnits } from './balances.ts';

const creditsOf = (...units: (readonly [units: number, rollover?: boolean])[]): Credit[] =>
  units.map(([number, rollover = false], index) => ({ units: number, rollover, at: new Date(index) }));

describe('credits', () => {
  test.each<[string, Credit[], number]>([
    ['add up', creditsOf([100], [50]), 150],
    ['never fall below 0', creditsOf([100], [-150], [50]), 50],
    ['are added in the order of time', creditsOf([-150], [100], [50]).toReversed(), 150],
    ['of an upgrade within a window: the old ones are taken back, the new ones added', creditsOf([100], [-100], [1000]), 1000],
    ['are 0 if there are none', [], 0],
  ])('%s', (_rule, credits, units) => {
    expect(creditedUnits(credits)).toBe(units);
  });
});

describe('units that roll over to the next window', () => {
  const both = creditsOf([80], [60, true]);
  test.each<[string, Credit[], number, number]>([
    ['all credits with rollover, because credits without it are used first', both, 80, 60],
    ['what is left of the credits with rollover', both, 100, 40],
    ['0 if the balance is negative', both, 150, 0],
    ['what is left if all credits have rollover', creditsOf([100, true]), 50, 50],
    ['0 if the balance is negative and all credits have rollover', creditsOf([100, true]), 150, 0],
    ['0 of credits without rollover', creditsOf([100]), 0, 0],
    ['whole units only', creditsOf([10, true]), 3.5, 6],
    ['0 of credits that were taken back', creditsOf([100, true], [-100, true]), 0, 0],
  ])('%s', (_rule, credits, consumed, units) => {
    expect(rolloverUnits(credits, consumed)).toBe(units);
  });
});
