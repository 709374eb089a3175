import { usageBeyondInt32 } from '../keys/license-key.errors.ts';
import { usageAt } from '../policy/usage-period-policy.ts';
import { INT32_MAX } from '../keys/usage-quota.ts';
import type { Check } from './check.ts';

export const usageInRange: Check = {
  name: 'usage_in_range',
  operations: ['validate'],
  help: 'Set the `usage` of the license key back.',
  run: (key, { incrementUsage, now }) =>
    usageAt(key, now) + key.reservedUnits + incrementUsage > INT32_MAX ? usageBeyondInt32(incrementUsage) : null,
};
