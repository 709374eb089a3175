import type { QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindFormerCustomers } from '#customer-portal/contract';
import type { Subscription } from '../domain/subscription.ts';
import { type Trial, type TrialHistory, traitsOf } from '../domain/trial-history.ts';

/** What is reported about an applicant for a trial, to recognize one who had it before. */
export interface TrialInput {
  readonly paymentFingerprint?: string;
  readonly deviceId?: string;
}

/**
 * Stores who has the trial of the subscription. Returns false, and stores nothing, if `isSole` and somebody who has something in
 * common had a trial of the product. A trial that has ended already is only stored.
 */
export async function claimTrial(
  { trials, queries }: { readonly trials: TrialHistory; readonly queries: QueryBus },
  subscription: Subscription,
  { paymentFingerprint, deviceId }: TrialInput,
  isSole: boolean,
  now: Date,
): Promise<boolean> {
  const { status, beneficiaryId: customerId } = subscription;
  const [customers, formerCustomerIds] = await Promise.all([
    queries.execute(new FindCustomers([customerId])),
    queries.execute(new FindFormerCustomers(customerId)),
  ]);
  const email = customers.get(customerId)?.email ?? null;
  const traits = traitsOf({ customerId, formerCustomerIds, email, paymentFingerprint, deviceId });
  if (isSole && status === 'trialing') return trials.claim(trialOf(subscription), traits, now);
  await trials.record(trialOf(subscription), traits, now);
  return true;
}

export const trialOf = ({ organizationId, productId, id }: Subscription): Trial => ({
  organizationId,
  productId,
  subscriptionId: id,
});
