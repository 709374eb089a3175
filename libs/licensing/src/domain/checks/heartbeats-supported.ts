import { HeartbeatsNotSupported } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const heartbeatsSupported: Check = {
  name: 'heartbeats_supported',
  operations: ['heartbeat'],
  help: 'Set the `mode` of the `activations` of the benefit to `floating`.',
  run: ({ checkOuts }) => (checkOuts ? null : new HeartbeatsNotSupported()),
};
