export { Access } from './access.ts';
export { AggregateRoot } from './aggregate-root.ts';
export { Clock } from './clock.ts';
export { CustomerAccess, type MemberRole } from './customer-access.ts';
export { DomainEvent, type Fact } from './domain-event.ts';
export { newId } from './ids.ts';
export { PortalAddress } from './portal-address.ts';
export { BadRequest, Invalid, NotPermitted, type Problem, Refusal, type RefusalKind, ResourceNotFound } from './refusal.ts';
export type { Settled } from './settled.ts';
