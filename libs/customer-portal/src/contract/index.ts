import type { EventsIn } from '#kernel';
import type * as customerEvents from '../domain/customer.events.ts';
import type * as emailChangeEvents from '../domain/email-change.events.ts';
import type * as memberEvents from '../domain/member.events.ts';
import type * as signInEvents from '../domain/sign-in.events.ts';

/** The events that this context publishes. */
export type CustomerPortalEvent =
  | EventsIn<typeof customerEvents>
  | EventsIn<typeof emailChangeEvents>
  | EventsIn<typeof memberEvents>
  | EventsIn<typeof signInEvents>;

export {
  AmbiguousExternalCustomerID,
  type CustomerSnapshot,
  type MemberSnapshot,
  wasEmailOf,
  type CustomerIdentity,
  FindCustomers,
  IdentifyCustomers,
  SelectEventsOfDeletedCustomers,
  FindCustomersByExternalId,
  FindFormerCustomers,
  FindMergedCustomers,
  MatchCustomer,
} from './customers.ts';
export { ChangeCustomerEmail, EnsureCustomer, BecomeTeam, RecordFirstUsage, NoteStateChange } from './change-customers.ts';
export { EMBEDDED_CUSTOMERS } from './embedded-customers.ts';
export {
  EnsureMembers,
  FindRemainingMembers,
  IdentifyMember,
  FindMemberOfCustomer,
  FindMembers,
  OpenMemberSession,
} from './members.ts';
export { moveToMergeTarget } from './move-to-merge-target.ts';
export { customerIdsFilter } from './customer-ids-filter.ts';
export { type FoundCustomers, SearchCustomers, SEARCHED_CUSTOMERS } from './search-customers.ts';
