import Runtime from 'jest-runtime';

/** Seconds since 1970 after which no suite begins. What a slow machine has no time for is left out, and jest ends by itself. */
const { NO_SUITE_AFTER } = process.env;
const isTooLate = () => NO_SUITE_AFTER !== undefined && Date.now() > Number(NO_SUITE_AFTER) * 1_000;

let shared;

/** The only modules of Jest that have a state of one suite. Each suite with all of them anew would keep some megabytes of memory. */
const RUNNER = '/node_modules/jest-circus/';

/**
 * Suites that run in the same process share all modules except the suites themselves. To load the modules of the API takes longer than
 * most suites do, and code that ran before runs faster. In watch mode nothing is shared, because modules change.
 */
export default class SharedRuntime extends Runtime {
  testsUnderWay = 0;

  constructor(...parameters) {
    if (shared) return shared;
    super(...parameters);
    const [, environment] = parameters;
    this.suiteGlobals = environment.global;
    const { watch, watchAll } = parameters.at(-1);
    if (!watch && !watchAll) shared = this;
  }

  /** Jest loads a suite by its path alone. */
  async unstable_importModule(from, ...imported) {
    if (imported.length > 0 || !from.endsWith('.spec.ts') || !isTooLate()) return super.unstable_importModule(from, ...imported);
    this.suiteGlobals.test.skip('was left out for want of time', () => undefined);
  }

  enterTestCode() {
    this.testsUnderWay += 1;
    super.enterTestCode();
  }

  /** Of tests that run side by side, one may import modules after another has ended. */
  leaveTestCode() {
    this.testsUnderWay -= 1;
    if (this.testsUnderWay === 0) super.leaveTestCode();
  }

  /** Prepares for the next suite. */
  teardown() {
    if (this !== shared) return super.teardown();
    this.restoreAllMocks();
    this.mockState.clear();
    this.jestGlobals.clearJestObjectCache();
    const internal = this.registries.getInternalCjsRegistry();
    for (const key of internal.keys()) if (key.includes(RUNNER)) internal.delete(key);
    const modules = this.registries.getActiveEsmRegistry();
    for (const key of modules.keys()) if (key.endsWith('.spec.ts')) modules.delete(key);
    this.testState.state = 'loading';
    this.testsUnderWay = 0;
  }
}
