export type { Routes } from './audience.ts';
export { type Backend, openBackend } from './backend.ts';
export { Deliveries } from './deliveries.ts';
export { Messaging } from './messaging.ts';
export { type PublishedEvent, Subscriber, type SubscriberClass, type Subscriptions } from './published-event.ts';
export { Turn } from './turn.ts';
