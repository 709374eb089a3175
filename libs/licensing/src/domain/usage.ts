/** The largest usage that is stored. */
export const INT32_MAX = 2_147_483_647;

interface Usage {
  readonly usage: number;
  readonly limitUsage: number | null;
}

const isAtLimit = ({ usage, limitUsage }: Usage): boolean => limitUsage !== null && usage >= limitUsage;

/** Whether the usage has come to its limit from below. */
export const reachesUsageLimit = (before: Usage, after: Usage): boolean => isAtLimit(after) && !isAtLimit(before);
