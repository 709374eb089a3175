import type * as customerEvents from '../domain/customer.events.ts';
import type * as emailChangeEvents from '../domain/email-change.events.ts';
import type * as memberEvents from '../domain/member.events.ts';
import type * as signInEvents from '../domain/sign-in.events.ts';

/** The events that this context publishes. */
export type CustomerPortalEvent =
  | InstanceType<(typeof customerEvents)[keyof typeof customerEvents]>
  | InstanceType<(typeof emailChangeEvents)[keyof typeof emailChangeEvents]>
  | InstanceType<(typeof memberEvents)[keyof typeof memberEvents]>
  | InstanceType<(typeof signInEvents)[keyof typeof signInEvents]>;

export { AmbiguousExternalCustomerID } from './ambiguous-external-customer-id.ts';
export { ChangeCustomerEmail } from './change-customer-email.ts';
export { BecomeTeam } from './become-team.ts';
export { EMBEDDED_CUSTOMERS } from './embedded-customers.ts';
export { type CustomerSnapshot, type MemberSnapshot, wasEmailOf } from './customer.ts';
export { type CustomerIdentity, FindCustomers, IdentifyCustomers, SelectEventsOfDeletedCustomers } from './find-customers.ts';
export { FindCustomersByExternalId } from './find-customers-by-external-id.ts';
export { EnsureCustomer } from './ensure-customer.ts';
export { EnsureMembers } from './ensure-members.ts';
export { NoteStateChange } from './note-state-change.ts';
export { FindFormerCustomers } from './find-former-customers.ts';
export { FindRemainingMembers, IdentifyMember } from './find-remaining-members.ts';
export { FindMergedCustomers } from './find-merged-customers.ts';
export { FindMemberOfCustomer, FindMembers } from './find-members.ts';
export { MatchCustomer } from './match-customer.ts';
export { moveToMergeTarget } from './move-to-merge-target.ts';
export { customerIdsFilter } from './customer-ids-filter.ts';
export { RecordFirstUsage } from './record-first-usage.ts';
export { type FoundCustomers, SearchCustomers, SEARCHED_CUSTOMERS } from './search-customers.ts';
export { OpenMemberSession } from './open-member-session.ts';
