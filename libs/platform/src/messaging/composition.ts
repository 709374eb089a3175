export { EventRouter } from './event-router.ts';
export type { Backend } from './backend.ts';
export { openBackend, type QueuePlace } from './open-backend.ts';
export { DeliveryQueue } from './deliveries.ts';
export { lagOf, MOST_LAG_SECONDS, readOutbox } from './read-backlog.ts';
export { Messaging } from './messaging.ts';
export { commandSubscriber, type Subscriber } from './subscriber.ts';
export { PeriodicTask } from './periodic-task.ts';
