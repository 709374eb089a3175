import { UsageLimitExceeded } from '../keys/license-key.errors.ts';
import { usageAt } from '../policy/usage-period-policy.ts';
import type { Check } from './check.ts';

export const usageLeft: Check = {
  name: 'usage_left',
  operations: ['validate'],
  help: 'Raise `limit_usage` of the license key, or set its `usage` back.',
  run: (key, { incrementUsage, now }) => {
    if (incrementUsage === 0) return 'The request adds no usage.';
    if (key.limitUsage === null) return 'The usage of the license key has no limit.';
    const remaining = key.limitUsage - usageAt(key, now) - key.reservedUnits;
    return incrementUsage > remaining ? new UsageLimitExceeded(remaining) : null;
  },
};
