import { errorsOfComparisons } from './meter-budget.ts';

const small = { metadata: { plan: 'pro' } };
const large = { metadata: { text: 'x'.repeat(5_000) } };
const batch = (number: number, clauses: number, event: { metadata: object } = small) => ({
  events: Array(number).fill(event),
  clauses,
});
const types = (...batches: Parameters<typeof errorsOfComparisons>[0]) => errorsOfComparisons(batches).map(({ type }) => type);

test.each([
  ['events', batch(5_000, 1_000), batch(5_001, 1_000)],
  ['clauses', batch(1_000, 5_000), batch(1_000, 5_001)],
  ['characters of metadata', batch(454, 1_000, large), batch(455, 1_000, large)],
])('the number of %s in a request is limited', (_what, accepted, refused) => {
  expect(types(accepted)).toEqual([]);
  expect(types(refused)).toEqual(['too_long']);
});

test('the events of all organizations of a request count, and each further organization', () => {
  expect(types(batch(2_400, 1_000), batch(2_400, 1_000))).toEqual([]);
  expect(types(batch(2_401, 1_000), batch(2_400, 1_000))).toEqual(['too_long']);
});

test('a single event is always accepted', () => {
  expect(types(batch(1, 10_000_000, large))).toEqual([]);
});

test('without clauses any number of events is accepted', () => {
  expect(types(batch(300_000, 0))).toEqual([]);
});
