/** Mistakes that a checker of histories has to find. Each is a change of one module of the bundled program. */
export const BUGS = {
  /** Two processes change a license key at the same time. */
  'missing lock': {
    file: 'libs/licensing/src/adapters/persistence/license-key-statements.js',
    text: 'for update of k',
    instead: '',
  },
  /** One in ten transactions about license keys writes none of them, and its callers are told that they were written. */
  'lost batch': {
    file: 'libs/licensing/src/adapters/persistence/license-key-store.js',
    text: 'writes: (changed) => search.writes(',
    instead: 'writes: (changed) => (globalThis.batches = (globalThis.batches ?? 0) + 1) % 10 === 0 ? [] : search.writes(',
  },
  /** Every event is handled twice, as if the first time had not been recorded. */
  'double delivery': {
    file: 'libs/platform/src/messaging/delivery-runner.js',
    text: 'await (multiTransaction ? handle()',
    instead: 'await handle();\n            await (multiTransaction ? handle()',
  },
};
