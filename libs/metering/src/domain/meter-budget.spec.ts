import { computeInSlices } from '#support/slices';
import { errorsOfComparisons } from './meter-budget.ts';

const small = { metadata: { plan: 'pro' } };
const large = { metadata: { text: 'x'.repeat(5_000) } };
const batch = (number: number, clauses: number, event: { metadata: object } = small) => ({
  events: Array(number).fill(event),
  clauses,
});
const types = async (...batches: Parameters<typeof errorsOfComparisons>[0]) =>
  (await computeInSlices(errorsOfComparisons(batches))).map(({ type }) => type);

test.each([
  ['events', batch(5_000, 1_000), batch(5_001, 1_000)],
  ['clauses', batch(1_000, 5_000), batch(1_000, 5_001)],
  ['characters of metadata', batch(454, 1_000, large), batch(455, 1_000, large)],
])('the number of %s in a request is limited', async (_what, accepted, refused) => {
  expect(await types(accepted)).toEqual([]);
  expect(await types(refused)).toEqual(['too_long']);
});

test('the events of all organizations of a request count, and each further organization', async () => {
  expect(await types(batch(2_400, 1_000), batch(2_400, 1_000))).toEqual([]);
  expect(await types(batch(2_401, 1_000), batch(2_400, 1_000))).toEqual(['too_long']);
});

test('a single event is always accepted', async () => {
  expect(await types(batch(1, 10_000_000, large))).toEqual([]);
});

test('without clauses any number of events is accepted', async () => {
  expect(await types(batch(300_000, 0))).toEqual([]);
});
