export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';

/** Whether a subscription brings benefits. */
export const subscriptionEntitles = (status: SubscriptionStatus, graceOver: boolean): boolean =>
  status === 'active' || status === 'trialing' || (status === 'past_due' && !graceOver);
