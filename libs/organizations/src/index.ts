import type { Tables } from '#platform/persistence';
import { Migration20261120_1030_Organizations } from '../migrations/migration-20261120-1030-organizations.ts';
import { Migration20261121_1110_GracePeriods } from '../migrations/migration-20261121-1110-grace-periods.ts';
import { Migration20261122_1900_DunningDays } from '../migrations/migration-20261122-1900-dunning-days.ts';
import { Migration20261124_0400_TestClocks } from '../migrations/migration-20261124-0400-test-clocks.ts';
import { Migration20261125_0400_UserAccess } from '../migrations/migration-20261125-0400-user-access.ts';
import { Migration20261125_0420_MemberInvitations } from '../migrations/migration-20261125-0420-member-invitations.ts';
import { Migration20261125_0430_InvitationIndex } from '../migrations/migration-20261125-0430-invitation-index.ts';
import { Migration20261125_0900_AccentColors } from '../migrations/migration-20261125-0900-accent-colors.ts';
import { Migration20261126_1100_SingleSignOnEnforced } from '../migrations/migration-20261126-1100-single-sign-on-enforced.ts';
import { Migration20261126_1400_SingleSignOnOfMembers } from '../migrations/migration-20261126-1400-single-sign-on-of-members.ts';
import { Migration20261126_1711_OrganizationQuotas } from '../migrations/migration-20261126-1711-organization-quotas.ts';
import { Migration20261126_1712_OrganizationQuotaIndexes } from '../migrations/migration-20261126-1712-organization-quota-indexes.ts';
import { Migration20261126_1801_TimeZones } from '../migrations/migration-20261126-1801-time-zones.ts';
import { AccessTokenMapping } from './adapters/persistence/access-token.mapping.ts';
import { OrganizationMapping } from './adapters/persistence/organization.mapping.ts';
import { TestClockMapping } from './adapters/persistence/test-clock.mapping.ts';
import { UserMapping } from './adapters/persistence/user.mapping.ts';

export { ReportTokenWhenAccessTokenGranted } from './adapters/messaging/report-token-when-access-token-granted.ts';
export { SendInvitationWhenOrganizationMemberInvited } from './adapters/messaging/send-invitation-when-organization-member-invited.ts';
export { SetMemberRole } from './commands/set-member-role.ts';
export { CreateOrganization } from './commands/create-organization.ts';
export { RemoveMember } from './commands/remove-member.ts';
export { IssueAccessToken, type IssuedToken } from './commands/issue-access-token.ts';
export { RevokeAccessToken } from './commands/revoke-access-token.ts';
export { RegisterUser } from './commands/register-user.ts';
export { SetOrganizationStatus } from './commands/set-organization-status.ts';
export { SetUserBlocked } from './commands/set-user-blocked.ts';
export { SetUserTrusted } from './commands/set-user-trusted.ts';
export { AdvanceTestClock } from './commands/advance-test-clock.ts';
export { SettleTestClock } from './commands/settle-test-clock.ts';
export { SetFeature } from './commands/set-feature.ts';
export { StopEnforcingSingleSignOn } from './commands/stop-enforcing-single-sign-on.ts';
export { type Feature, FEATURES } from './domain/features.ts';
export { type OrganizationStatus, STATUSES } from './domain/organization-status.ts';
export { type Role, ROLES } from './domain/roles.ts';
export { type AdvancingClock, FindAdvancingClocks } from './queries/find-advancing-clocks.ts';
export { GetTestClock } from './queries/get-test-clock.ts';
export { IdOfOrganization } from './queries/id-of-organization.ts';
export { IdOfUser } from './queries/id-of-user.ts';
export { OrganizationsOfUser } from './queries/organizations-of-user.ts';
export { ListAccessTokens, type TokenHolder } from './queries/list-access-tokens.ts';
export { OrganizationsModule } from './organizations.module.ts';

export const organizationsTables: Tables = {
  entities: [OrganizationMapping, UserMapping, AccessTokenMapping, TestClockMapping],
  migrations: [
    Migration20261120_1030_Organizations,
    Migration20261121_1110_GracePeriods,
    Migration20261122_1900_DunningDays,
    Migration20261124_0400_TestClocks,
    Migration20261125_0400_UserAccess,
    Migration20261125_0420_MemberInvitations,
    Migration20261125_0430_InvitationIndex,
    Migration20261125_0900_AccentColors,
    Migration20261126_1100_SingleSignOnEnforced,
    Migration20261126_1400_SingleSignOnOfMembers,
    Migration20261126_1711_OrganizationQuotas,
    Migration20261126_1712_OrganizationQuotaIndexes,
    Migration20261126_1801_TimeZones,
  ],
};
