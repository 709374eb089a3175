import type { Check } from './check.ts';

export const offlineAvailable: Check = {
  name: 'offline_available',
  operations: ['lease'],
  help: 'Set `offline` in the benefit, raise its `max_offline_devices`, or wait until a lease is over.',
  run: ({ leasing }, { activation }) => leasing!.refusalFor(activation),
};
