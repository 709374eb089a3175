import { isOutdated } from './told-state.ts';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const told = (second: number, revision: number) => ({ toldAt: at(second), revision });
const last = (second: number, revision: number) => ({ providerToldAt: at(second), providerRevision: revision });

test.each([
  ['a later time is newer, whatever counted the revisions', told(2, 1), last(1, 9), false],
  ['an earlier time is outdated, whatever counted the revisions', told(1, 9), last(2, 1), true],
  ['of the same time, a higher revision is newer', told(1, 3), last(1, 2), false],
  ['of the same time, the same revision is outdated', told(1, 2), last(1, 2), true],
  ['what an earlier release applied has no time', told(1, 1), { providerToldAt: null, providerRevision: 9 }, false],
])('%s', (_, state, before, expected) => {
  expect(isOutdated(state, before)).toBe(expected);
});
