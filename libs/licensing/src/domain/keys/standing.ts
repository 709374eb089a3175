import type { OverLimitState } from '../policy/over-limit-policy.ts';

/** What a key remembers about the payment of its subscription. Times are ISO texts: it is stored as JSON. */
export interface PaymentState {
  readonly subscriptionId: string;
  /** Until when the key is granted although the subscription is past due; null if it is not. */
  readonly pastDueUntil: string | null;
  /** When the subscription was like this. */
  readonly asOf: string;
}

/** When a purchase last gave the key more time. */
export interface RenewalState {
  readonly at: string;
}

/** What whoever uses a valid key needs to know. */
export type Circumstance =
  | { readonly name: 'trial'; readonly until: Date | null }
  | { readonly name: 'past_due'; readonly until: Date }
  /** More places are taken than the limit allows. `until`: when devices begin to be refused, or are released; null if they keep their places. */
  | { readonly name: 'over_limit'; readonly limit: number; readonly used: number; readonly until: Date | null }
  | { readonly name: 'renewed'; readonly at: Date; readonly until: Date | null };

/** The circumstances of a valid key; null if it is in good standing. */
export type Standing = readonly Circumstance[] | null;

interface KeyInUse {
  readonly expiresAt: Date | null;
  readonly limitActivations: number | null;
  readonly policyState: {
    readonly isTrial?: true;
    readonly payment?: PaymentState;
    readonly renewal?: RenewalState;
    readonly overLimit?: OverLimitState;
  } | null;
}

const DAY_MS = 86_400_000;
/** For so long it is told that a purchase renewed the key. */
const RENEWAL_TOLD_MS = 30 * DAY_MS;

/** `taken`: how many places are taken, if that is known. */
export function standingOf({ expiresAt, limitActivations, policyState }: KeyInUse, taken: number, now: Date): Standing {
  const { isTrial, payment, renewal, overLimit } = policyState ?? {};
  const pastDueUntil = payment?.pastDueUntil;
  const renewedAt = renewal && new Date(renewal.at);
  const isNew = renewedAt && now.getTime() < renewedAt.getTime() + RENEWAL_TOLD_MS;
  const told: Circumstance[] = [
    ...(isTrial ? [{ name: 'trial', until: expiresAt } as const] : []),
    ...(pastDueUntil ? [{ name: 'past_due', until: new Date(pastDueUntil) } as const] : []),
    ...(limitActivations && taken > limitActivations
      ? [
          {
            name: 'over_limit',
            limit: limitActivations,
            used: taken,
            until: overLimit ? new Date(overLimit.endsAt) : null,
          } as const,
        ]
      : []),
    ...(isNew ? [{ name: 'renewed', at: renewedAt, until: expiresAt } as const] : []),
  ];
  return told.length > 0 ? told : null;
}

/** What a key remembers of its payment after it was told of a subscription. What is older than what it knows changes nothing. */
export function paymentAfter(known: PaymentState | undefined, told: PaymentState): PaymentState | undefined {
  if (known?.subscriptionId === told.subscriptionId) return known.asOf > told.asOf ? known : told;
  return known?.pastDueUntil && !told.pastDueUntil ? known : told;
}
