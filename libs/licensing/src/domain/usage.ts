import { usageBeyondInt32, UsageLimitExceeded } from './license-key.errors.ts';

const INT32_MAX = 2_147_483_647;

interface Usage {
  readonly usage: number;
  readonly limitUsage: number | null;
}

/** Throws if the usage cannot grow by that much. */
export function assertUsageLeft({ usage, limitUsage }: Usage, increment: number): void {
  const remaining = limitUsage === null ? Infinity : limitUsage - usage;
  if (increment > 0 && increment > remaining) throw new UsageLimitExceeded(remaining);
  if (usage + increment > INT32_MAX) throw usageBeyondInt32(increment);
}

const isAtLimit = ({ usage, limitUsage }: Usage): boolean => limitUsage !== null && usage >= limitUsage;

/** Whether the usage has come to its limit from below. */
export const reachesUsageLimit = (before: Usage, after: Usage): boolean => isAtLimit(after) && !isAtLimit(before);
