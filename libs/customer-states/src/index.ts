export { customerStatesSubscribers } from './adapters/messaging/subscribers.ts';
export { CustomerStatesModule } from './customer-states.module.ts';
