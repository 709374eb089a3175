import { usageBeyondInt32 } from '../license-key.errors.ts';
import type { Check } from './check.ts';

const INT32_MAX = 2_147_483_647;

export const usageInRange: Check = {
  name: 'usage_in_range',
  operations: ['validate'],
  help: 'Set the `usage` of the license key back.',
  run: ({ usage }, { incrementUsage }) => (usage + incrementUsage > INT32_MAX ? usageBeyondInt32(incrementUsage) : null),
};
