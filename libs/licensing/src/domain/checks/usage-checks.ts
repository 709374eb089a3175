import { usageBeyondInt32, UsageLimitExceeded } from '../keys/license-key.errors.ts';
import { INT32_MAX } from '../keys/usage-quota.ts';
import { usageAt } from '../policy/usage-period-policy.ts';
import type { Check } from './check.ts';

export const usageLeft: Check = {
  name: 'usage_left',
  operations: ['validate'],
  help: 'Raise `limit_usage` of the license key, or set its `usage` back.',
  about: { request: 'incrementUsage', without: 'The request adds no usage.' },
  run: (key, { incrementUsage, now }) => {
    if (key.limitUsage === null) return 'The usage of the license key has no limit.';
    const remaining = key.limitUsage - usageAt(key, now) - key.reservedUnits;
    return incrementUsage > remaining ? new UsageLimitExceeded(remaining) : null;
  },
};

export const usageInRange: Check = {
  name: 'usage_in_range',
  operations: ['validate'],
  help: 'Set the `usage` of the license key back.',
  run: (key, { incrementUsage, now }) =>
    usageAt(key, now) + key.reservedUnits + incrementUsage > INT32_MAX ? usageBeyondInt32(incrementUsage) : null,
};
