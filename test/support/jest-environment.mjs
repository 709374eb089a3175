import { TestEnvironment } from 'jest-environment-node';
import vm from 'node:vm';

/** What jest-circus keeps in the global object about one suite. */
const OF_ONE_SUITE = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', 'TEST_TIMEOUT_SYMBOL']);

let environment;

/**
 * One global object for all suites of a process, so that they can share modules (jest-runtime.mjs).
 *
 * Jest makes the global object a Proxy. Every use of a global name (`Date`, `Promise`, `undefined`) then runs code of Jest, which slows
 * down whatever is tested. Here it is an ordinary object.
 */
export default class SharedEnvironment extends TestEnvironment {
  constructor(config, context) {
    if (environment) return environment;
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
    environment = this;
  }

  async teardown() {
    this.fakeTimersModern.useRealTimers();
    for (const symbol of Object.getOwnPropertySymbols(this.global)) {
      if (OF_ONE_SUITE.has(symbol.description)) delete this.global[symbol];
    }
  }
}
