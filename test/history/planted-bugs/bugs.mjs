/** Mistakes that a checker of histories has to find. Each is a change of one module of the bundled program. */
export const BUGS = {
  /** Two processes change a license key at the same time. */
  'missing lock': {
    file: 'libs/licensing/src/adapters/persistence/license-key-statements.js',
    text: 'for update of k',
    instead: '',
  },
  /** One in ten transactions about license keys is rolled back, and its callers are told that it was committed. */
  'lost batch': {
    file: 'libs/licensing/src/adapters/persistence/license-key-group-commit.js',
    text: 'transaction.commit([',
    instead: '(globalThis.batches = (globalThis.batches ?? 0) + 1) % 10 === 0 ? transaction.rollback() : transaction.commit([',
  },
  /** Every event is handled twice, as if the first time had not been recorded. */
  'double delivery': {
    file: 'libs/platform/src/messaging/delivery-runner.js',
    text: 'await (multiTransaction ? handle()',
    instead: 'await handle();\n            await (multiTransaction ? handle()',
  },
};
