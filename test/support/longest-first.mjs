import Sequencer from '@jest/test-sequencer';

/** Suites that start processes take longest, whatever the size of their file. */
const LONG = /\/test\/(faults|apps|races)\//;

/** Begins with the suites that take longest, so that no processor idles while the last one runs. */
export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const sorted = await super.sort(tests);
    return [...sorted.filter(({ path }) => LONG.test(path)), ...sorted.filter(({ path }) => !LONG.test(path))];
  }
}
