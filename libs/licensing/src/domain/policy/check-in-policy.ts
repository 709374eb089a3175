const DAY_MS = 86_400_000;

/** The key must be validated every so many days. */
export interface CheckInPolicy {
  readonly everyDays: number;
}

export interface CheckInState {
  /** When the seller granted the key again, from which the days count anew. */
  readonly grantedAt?: string;
}

interface ValidatedKey {
  readonly policy: { readonly checkIn?: CheckInPolicy } | null;
  readonly policyState: { readonly checkIn?: CheckInState } | null;
  readonly lastValidatedAt: Date | null;
}

/** When the key has to be validated at the latest; null if it does not have to. The first validation begins it. */
export function checkInDue({ policy, policyState, lastValidatedAt }: ValidatedKey): Date | null {
  const days = policy?.checkIn?.everyDays;
  if (days === undefined || lastValidatedAt === null) return null;
  const grantedAt = policyState?.checkIn?.grantedAt;
  const since = Math.max(lastValidatedAt.getTime(), grantedAt === undefined ? 0 : Date.parse(grantedAt));
  return new Date(since + days * DAY_MS);
}
