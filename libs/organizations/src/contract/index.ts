import type { EventsIn } from '#kernel';
import type * as tokenEvents from '../domain/access-token.events.ts';
import type * as alertEvents from '../domain/alert.events.ts';
import type * as memberEvents from '../domain/member.events.ts';
import type * as events from '../domain/organization.events.ts';

/** The events that this context publishes. */
export type OrganizationsEvent =
  EventsIn<typeof events> | EventsIn<typeof memberEvents> | EventsIn<typeof tokenEvents> | EventsIn<typeof alertEvents>;

export { type AlertDelivery, FindAlertedOrganizations, SendAlert } from './alerts.ts';
export { IdOfOrganization } from './id-of-organization.ts';
export {
  FindEmailsOfUsers,
  RegisterUser,
  FindUser,
  type UserSnapshot,
  TENANTS,
  USER_ACCESS,
  RevokePersonalAccessTokens,
} from './users.ts';
export { FindMemberRole, JoinOrganization, notifyTeam } from './members.ts';
export { FindOrganizations, type OrganizationSnapshot, FindPublicOrganization, FindSeller } from './organizations.ts';
