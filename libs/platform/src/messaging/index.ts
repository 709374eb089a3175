export type { PublishedEvent } from './published-event.ts';
export { subscriberTo } from './subscriber.ts';
