import { usageBeyondInt32 } from '../license-key.errors.ts';
import { usageAt } from '../policy/usage-period-policy.ts';
import type { Check } from './check.ts';

const INT32_MAX = 2_147_483_647;

export const usageInRange: Check = {
  name: 'usage_in_range',
  operations: ['validate'],
  help: 'Set the `usage` of the license key back.',
  run: (key, { incrementUsage, now }) =>
    usageAt(key, now) + incrementUsage > INT32_MAX ? usageBeyondInt32(incrementUsage) : null,
};
