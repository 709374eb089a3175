export { InMemorySubscriptions } from './in-memory-subscriptions.ts';
