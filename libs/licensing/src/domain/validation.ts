import type { Activation } from './activation.ts';
import {
  BenefitMismatch,
  ConditionsMismatch,
  CustomerMismatch,
  usageBeyondInt32,
  UsageLimitExceeded,
} from './license-key.errors.ts';
import type { ValidationInput } from './license-key.types.ts';

const INT32_MAX = 2_147_483_647;

interface Usage {
  readonly usage: number;
  readonly limitUsage: number | null;
}

interface ValidatedKey extends Usage {
  readonly benefitId: string;
  readonly customerId: string;
}

/** Throws unless the key and its activation match what the application sent, and the usage can grow by the increment. */
export function assertMatches(key: ValidatedKey, activation: Activation | null, input: ValidationInput): void {
  const { conditions, benefitId, customerId, incrementUsage } = input;
  if (activation && !activation.accepts(conditions)) throw new ConditionsMismatch();
  if (benefitId !== null && benefitId !== key.benefitId) throw new BenefitMismatch();
  if (customerId !== null && customerId !== key.customerId) throw new CustomerMismatch(key.customerId);
  const remaining = key.limitUsage === null ? Infinity : key.limitUsage - key.usage;
  if (incrementUsage > 0 && incrementUsage > remaining) throw new UsageLimitExceeded(remaining);
  if (key.usage + incrementUsage > INT32_MAX) throw usageBeyondInt32(incrementUsage);
}

const isAtLimit = ({ usage, limitUsage }: Usage): boolean => limitUsage !== null && usage >= limitUsage;

/** Whether the usage has come to its limit from below. */
export const reachesUsageLimit = (before: Usage, after: Usage): boolean => isAtLimit(after) && !isAtLimit(before);
