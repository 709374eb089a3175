export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'paused' | 'canceled';
