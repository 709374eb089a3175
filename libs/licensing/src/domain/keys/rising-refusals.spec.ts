import { riseOf } from './rising-refusals.ts';

const refused = (benefitId: string, code: string, lastDay: number, before = 0) => ({ benefitId, code, lastDay, before });

test.each([
  ['as many as 20 where there were none', 20, 0, true],
  ['fewer', 19, 0, false],
  ['three times as many as on a usual day', 60, 140, true],
  ['less than that', 60, 141, false],
])('%s is a rise or not', (_what, lastDay, before, isOne) => {
  expect(riseOf([refused('pro', 'EXPIRED', lastDay, before)]) !== undefined).toBe(isOne);
});

test('a rise names the three most frequent codes and the benefit with most refusals', () => {
  const rows = [
    refused('pro', 'EXPIRED', 10, 7),
    refused('pro', 'REVOKED', 5),
    refused('basic', 'EXPIRED', 8),
    refused('basic', 'DISABLED', 1),
    refused('basic', 'ACTIVATION_LIMIT_REACHED', 5),
    refused('old', 'CHECK_IN_OVERDUE', 0, 10),
  ];
  expect(riseOf(rows)).toEqual({
    count: 29,
    usual: 2,
    codes: [
      { code: 'EXPIRED', count: 18 },
      { code: 'ACTIVATION_LIMIT_REACHED', count: 5 },
      { code: 'REVOKED', count: 5 },
    ],
    benefitId: 'pro',
  });
  expect(riseOf([])).toBeUndefined();
});
