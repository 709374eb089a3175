import Sequencer from '@jest/test-sequencer';

/**
 * First the fuzzer, in a process that holds little memory yet: to collect much garbage takes seconds in which nothing is answered. Then those
 * that take a minute or more beside others, longest first.
 */
const LONGEST = [
  'fuzz/fuzz.',
  'history/history',
  'faults/standalone.',
  'faults/webhooks',
  'faults/standalone-crashes',
  'faults/start-checks',
  'faults/api-process',
  'faults/rollout',
  'faults/database-outages',
].map((name) => `/test/${name}`);
/** Suites that start processes or a browser take longer than others, whatever the size of their file, and leave the processors idle for a part of the time. */
const LONG = /\/test\/(?:faults|fuzz|apps|races|history|scaling)\/|\.browser\.spec\.ts$/;
const rank = ({ path }) => {
  const index = LONGEST.findIndex((name) => path.includes(name));
  return index === -1 ? LONGEST.length : index;
};
/** Other suites begin beside them, so many for each of them. */
const OTHERS = 3;

/** Begins with the suites that take longest, so that no processor idles while the last one runs, and with others that use it meanwhile. */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    const others = sorted.filter(({ path }) => !LONG.test(path));
    const long = sorted.filter(({ path }) => LONG.test(path)).sort((one, other) => rank(one) - rank(other));
    const mixed = long.flatMap((each) => [each, ...others.splice(0, OTHERS)]);
    return [...mixed, ...others];
  }
}
