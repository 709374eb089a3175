export { Access, OrganizationBlocked } from './access.ts';
export { AggregateRoot, DomainEvent, type EventPayload, type EventsIn, type JsonValue } from './aggregate-root.ts';
export { applyChanges } from './apply-changes.ts';
export { Clock, WallClock } from './clock.ts';
export { CustomerAccess, type MemberRole } from './customer-access.ts';
export { NO_ORGANIZATION } from './no-organization.ts';
export { derivedId, newId, secretBytes, SeededRandomness, withRandomness } from './randomness.ts';
export {
  BadRequest,
  fieldError,
  ValidationFailed,
  NotPermitted,
  type FieldError,
  Conflict,
  DomainError,
  ResourceNotFound,
} from './domain-error.ts';
export type { Sync } from './sync.ts';
export { isUuid } from './uuid.ts';
export { type LimitWindow, TooManyRequests } from './too-many-requests.ts';
