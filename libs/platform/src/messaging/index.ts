export type { Routes } from './event-router.ts';
export { type Backend, openBackend } from './backend.ts';
export { DeliveryQueue } from './deliveries.ts';
export { Messaging } from './messaging.ts';
export { type PublishedEvent, Subscriber, type SubscriberClass, type Subscriptions } from './published-event.ts';
export { PeriodicTask } from './periodic-task.ts';
