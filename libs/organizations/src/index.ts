import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { AccessTokenMapping } from './adapters/persistence/access-token.mapping.ts';
import { AlertRuleMapping } from './adapters/persistence/alert-rule.mapping.ts';
import { CaughtMailMapping } from './adapters/persistence/caught-mail.mapping.ts';
import { OrganizationMapping } from './adapters/persistence/organization.mapping.ts';
import { TestClockMapping } from './adapters/persistence/test-clock.mapping.ts';
import { UserMapping } from './adapters/persistence/user.mapping.ts';
import { MailTextMapping } from './adapters/persistence/mail-text.mapping.ts';
import { SavedViewMapping } from './adapters/persistence/saved-view.mapping.ts';
import { organizationsData } from './adapters/persistence/organization-data.ts';

export { organizationsSubscribers } from './adapters/messaging/subscribers.ts';
export { SetMemberRole } from './commands/set-member-role.ts';
export { CreateOrganization } from './commands/create-organization.ts';
export { RemoveMember } from './commands/remove-member.ts';
export { IssueAccessToken } from './commands/issue-access-token.ts';
export { RevokeAccessToken } from './commands/revoke-access-token.ts';
export { RegisterUser } from './commands/register-user.ts';
export { SetOrganizationStatus } from './commands/set-organization-status.ts';
export { SetUserBlocked } from './commands/set-user-blocked.ts';
export { SetUserTrusted } from './commands/set-user-trusted.ts';
export { ForgetSandbox } from './commands/forget-sandbox.ts';
export { AdvanceTestClock } from './commands/advance-test-clock.ts';
export { SettleTestClock } from './commands/settle-test-clock.ts';
export { SetFeature } from './commands/set-feature.ts';
export { StopEnforcingSingleSignOn } from './commands/stop-enforcing-single-sign-on.ts';
export { type Feature, FEATURES } from './domain/features.ts';
export { type OrganizationStatus, STATUSES } from './domain/organization-status.ts';
export { type Role, ROLES } from './domain/roles.ts';
export { type AdvancingClock, FindAdvancingClocks } from './queries/find-advancing-clocks.ts';
export { FindDeletedSandboxes } from './queries/find-deleted-sandboxes.ts';
export { GetTestClock } from './queries/get-test-clock.ts';
export { IdOfUser } from './queries/id-of-user.ts';
export { ListUsers } from './queries/list-users.ts';
export { OrganizationsOfUser } from './queries/organizations-of-user.ts';
export { ListAccessTokens, type TokenHolder } from './queries/list-access-tokens.ts';
export { OrganizationsModule } from './organizations.module.ts';

export const organizationsTables: Tables = {
  entities: [
    OrganizationMapping,
    UserMapping,
    AccessTokenMapping,
    TestClockMapping,
    CaughtMailMapping,
    MailTextMapping,
    AlertRuleMapping,
    SavedViewMapping,
  ],
  migrations: Object.values(migrations),
  secrets: [
    { table: 'organizations.caught_mails', primaryKey: ['organization_id', 'id'], columns: ['encrypted_mail'] },
    { table: 'organizations.alert_rules', primaryKey: ['organization_id', 'kind'], columns: ['slack_url'] },
  ],
  ofOrganization: organizationsData,
};
