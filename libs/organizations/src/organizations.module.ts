import { Module } from '@nestjs/common';
import { Config } from '#platform/config';
import { ClockMoves } from './adapters/persistence/clock-moves.ts';
import { LastUsedWriter } from './adapters/auth/last-used-writer.ts';
import { StoredCredentials } from './adapters/auth/stored-credentials.ts';
import { BrandingController } from './adapters/http/branding.controller.ts';
import { OrganizationAccessTokensController } from './adapters/http/organization-access-tokens.controller.ts';
import { OrganizationInvitationsController } from './adapters/http/organization-invitations.controller.ts';
import { OrganizationMembersController } from './adapters/http/organization-members.controller.ts';
import { OwnInvitationsController } from './adapters/http/own-invitations.controller.ts';
import { OrganizationsController } from './adapters/http/organizations.controller.ts';
import { PersonalAccessTokensController } from './adapters/http/personal-access-tokens.controller.ts';
import { PublicBrandingController } from './adapters/http/public-branding.controller.ts';
import { TestClocksController } from './adapters/http/test-clocks.controller.ts';
import { SendInvitationWhenOrganizationMemberInvited } from './adapters/messaging/send-invitation-when-organization-member-invited.ts';
import { MikroOrmAccessTokens } from './adapters/persistence/access-tokens.repository.ts';
import { MikroOrmOrganizations } from './adapters/persistence/organizations.repository.ts';
import { MikroOrmTestClocks } from './adapters/persistence/test-clocks.repository.ts';
import { MikroOrmUsers } from './adapters/persistence/users.repository.ts';
import { AcceptInvitationHandler } from './commands/accept-invitation.ts';
import {
  ChangeMemberRoleHandler,
  DismissMemberHandler,
  InviteMemberHandler,
  ResendMemberInvitationHandler,
  RevokeMemberInvitationHandler,
  TransferOwnershipHandler,
} from './commands/manage-members.ts';
import { SendMemberInvitationHandler } from './commands/send-member-invitation.ts';
import { AdvanceTestClockHandler } from './commands/advance-test-clock.ts';
import { SettleTestClockHandler } from './commands/settle-test-clock.ts';
import { SetMemberRoleHandler } from './commands/set-member-role.ts';
import { UpdateAccessTokenHandler } from './commands/update-access-token.ts';
import { CreateOrganizationHandler, OrganizationLimit } from './commands/create-organization.ts';
import { RemoveMemberHandler } from './commands/remove-member.ts';
import { JoinOrganizationHandler } from './commands/join-organization.ts';
import { ReportTokenWhenAccessTokenGranted } from './adapters/messaging/report-token-when-access-token-granted.ts';
import { ReportAccessTokenHandler } from './commands/report-access-token.ts';
import { IssueAccessTokenHandler } from './commands/issue-access-token.ts';
import { RegisterUserHandler } from './commands/register-user.ts';
import { RevokeAccessTokenHandler, RevokePersonalAccessTokensHandler } from './commands/revoke-access-token.ts';
import { SetOrganizationStatusHandler } from './commands/set-organization-status.ts';
import { SetUserBlockedHandler } from './commands/set-user-blocked.ts';
import { SetUserTrustedHandler } from './commands/set-user-trusted.ts';
import { SetFeatureHandler } from './commands/set-feature.ts';
import { StopEnforcingSingleSignOnHandler } from './commands/stop-enforcing-single-sign-on.ts';
import { UpdateOrganizationHandler } from './commands/update-organization.ts';
import { AccessTokens } from './domain/access-tokens.ts';
import { ServiceUrl } from './domain/service-url.ts';
import { Environment } from './domain/environment.ts';
import { Organizations } from './domain/organizations.ts';
import { TestClocks } from './domain/test-clocks.ts';
import { Users } from './domain/users.ts';
import { FindAdvancingClocksHandler } from './queries/find-advancing-clocks.ts';
import { GetTestClockHandler } from './queries/get-test-clock.ts';
import { FindOrganizationViewsHandler } from './queries/find-organization-views.ts';
import { FindTeamEmailsHandler } from './queries/find-team-emails.ts';
import { FindMemberRoleHandler } from './queries/find-member-role.ts';
import { FindOrganizationsHandler } from './queries/find-organizations.ts';
import { GetBrandingHandler } from './queries/get-branding.ts';
import { GetPublicBrandingHandler } from './queries/get-public-branding.ts';
import {
  GetOrganizationInvitationHandler,
  ListOrganizationInvitationsHandler,
  ListOwnInvitationsHandler,
} from './queries/list-invitations.ts';
import { GetOrganizationMemberHandler, ListOrganizationMembersHandler } from './queries/list-organization-members.ts';
import { OrganizationOfInvitationHandler } from './queries/organization-of-invitation.ts';
import { FindUserHandler } from './queries/find-user.ts';
import { FindPublicOrganizationHandler } from './queries/find-public-organization.ts';
import { FindSellerHandler } from './queries/find-seller.ts';
import { GetAccessTokenHandler } from './queries/get-access-token.ts';
import { GetOrganizationHandler } from './queries/get-organization.ts';
import { IdOfOrganizationHandler } from './queries/id-of-organization.ts';
import { IdOfUserHandler } from './queries/id-of-user.ts';
import { OrganizationsOfUserHandler } from './queries/organizations-of-user.ts';
import { ListAccessTokensHandler } from './queries/list-access-tokens.ts';
import { ListOrganizationsHandler } from './queries/list-organizations.ts';

const ports = [
  { provide: Organizations, useClass: MikroOrmOrganizations },
  { provide: Users, useClass: MikroOrmUsers },
  { provide: AccessTokens, useClass: MikroOrmAccessTokens },
  { provide: TestClocks, useClass: MikroOrmTestClocks },
  { provide: Environment, useExisting: Config },
  { provide: OrganizationLimit, useExisting: Config },
  { provide: ServiceUrl, useExisting: Config },
];

const commands = [
  CreateOrganizationHandler,
  UpdateOrganizationHandler,
  SetOrganizationStatusHandler,
  SetFeatureHandler,
  StopEnforcingSingleSignOnHandler,
  SetMemberRoleHandler,
  RemoveMemberHandler,
  RegisterUserHandler,
  JoinOrganizationHandler,
  SetUserBlockedHandler,
  SetUserTrustedHandler,
  IssueAccessTokenHandler,
  UpdateAccessTokenHandler,
  RevokeAccessTokenHandler,
  RevokePersonalAccessTokensHandler,
  ReportAccessTokenHandler,
  AdvanceTestClockHandler,
  SettleTestClockHandler,
  ChangeMemberRoleHandler,
  DismissMemberHandler,
  TransferOwnershipHandler,
  InviteMemberHandler,
  ResendMemberInvitationHandler,
  RevokeMemberInvitationHandler,
  AcceptInvitationHandler,
  SendMemberInvitationHandler,
];

const queries = [
  IdOfOrganizationHandler,
  IdOfUserHandler,
  OrganizationsOfUserHandler,
  ListOrganizationsHandler,
  GetOrganizationHandler,
  FindOrganizationsHandler,
  FindMemberRoleHandler,
  FindOrganizationViewsHandler,
  FindTeamEmailsHandler,
  FindUserHandler,
  FindPublicOrganizationHandler,
  FindSellerHandler,
  ListAccessTokensHandler,
  GetAccessTokenHandler,
  GetTestClockHandler,
  GetBrandingHandler,
  GetPublicBrandingHandler,
  FindAdvancingClocksHandler,
  ListOrganizationMembersHandler,
  GetOrganizationMemberHandler,
  ListOrganizationInvitationsHandler,
  GetOrganizationInvitationHandler,
  ListOwnInvitationsHandler,
  OrganizationOfInvitationHandler,
];

@Module({
  controllers: [
    OrganizationsController,
    OrganizationMembersController,
    OrganizationInvitationsController,
    OwnInvitationsController,
    OrganizationAccessTokensController,
    PersonalAccessTokensController,
    TestClocksController,
    BrandingController,
    PublicBrandingController,
  ],
  providers: [
    ...ports,
    ...commands,
    ...queries,
    LastUsedWriter,
    StoredCredentials,
    ClockMoves,
    SendInvitationWhenOrganizationMemberInvited,
    ReportTokenWhenAccessTokenGranted,
  ],
})
export class OrganizationsModule {}
