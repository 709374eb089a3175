import type * as tokenEvents from '../domain/access-token.events.ts';
import type * as memberEvents from '../domain/member.events.ts';
import type * as events from '../domain/organization.events.ts';

/** The events that this context publishes. */
export type OrganizationsEvent =
  | InstanceType<(typeof events)[keyof typeof events]>
  | InstanceType<(typeof memberEvents)[keyof typeof memberEvents]>
  | InstanceType<(typeof tokenEvents)[keyof typeof tokenEvents]>;

export { FindEmailsOfUsers } from './find-emails-of-users.ts';
export { FindMemberRole } from './find-member-role.ts';
export { FindOrganizations, type OrganizationSnapshot } from './find-organizations.ts';
export { FindOrganizationViews } from './find-organization-views.ts';

export { IdOfOrganization } from './id-of-organization.ts';
export { JoinOrganization } from './join-organization.ts';
export { notifyTeam } from './notify-team.ts';
export { RevokePersonalAccessTokens } from './revoke-personal-access-tokens.ts';
export { EndAccessThroughProvider, HasSingleSignOn } from './single-sign-on-of-organization.ts';
export { RegisterUser } from './register-user.ts';
export { FindUser, type UserSnapshot } from './find-user.ts';
export { USER_ACCESS } from './user-access.ts';
export { FindPublicOrganization } from './find-public-organization.ts';
export { FindSeller } from './find-seller.ts';
export { asSeller, PublicOrganizationView, SellerView } from './public-organization.view.ts';
