import { Module } from '@nestjs/common';
import { StoredSessions } from './adapters/auth/stored-sessions.ts';
import { CustomerSessionsController } from './adapters/http/customer-sessions.controller.ts';
import { CustomersController } from './adapters/http/customers.controller.ts';
import { ExportsOfCustomerController } from './adapters/http/exports-of-customer.controller.ts';
import { ExternalCustomersController } from './adapters/http/external-customers.controller.ts';
import { MembersOfCustomerController } from './adapters/http/members-of-customer.controller.ts';
import { MembersOfExternalCustomerController } from './adapters/http/members-of-external-customer.controller.ts';
import { CustomerMembersHttp } from './adapters/http/customer-members.ts';
import { MembersController } from './adapters/http/members.controller.ts';
import { PortalDetailsController } from './adapters/http/portal-details.controller.ts';
import { PortalOrganizationsController } from './adapters/http/portal-organizations.controller.ts';
import { PortalSessionController } from './adapters/http/portal-session.controller.ts';
import { EmailUpdateController } from './adapters/http/email-update.controller.ts';
import { ReportEmailChangeWhenCompleted } from './adapters/messaging/report-email-change-when-completed.ts';
import { SendLinkWhenEmailChangeRequested } from './adapters/messaging/send-link-when-email-change-requested.ts';
import { MikroOrmEmailChanges } from './adapters/persistence/email-changes.repository.ts';
import { CheckEmailChangeHandler } from './commands/check-email-change.ts';
import { ReportEmailChangeHandler } from './commands/report-email-change.ts';
import { RequestEmailChangeHandler } from './commands/request-email-change.ts';
import { SendEmailChangeLinkHandler } from './commands/send-email-change-link.ts';
import { VerifyEmailChangeHandler } from './commands/verify-email-change.ts';
import { EmailChanges } from './domain/email-changes.ts';
import { SignInController } from './adapters/http/sign-in.controller.ts';
import { TeamController } from './adapters/http/team.controller.ts';
import { BecomeTeamWhenSeatsBought } from './adapters/messaging/become-team-when-seats-bought.ts';
import { EraseContactsWhenCustomerAnonymized } from './adapters/messaging/erase-contacts-when-customer-anonymized.ts';
import { RemoveMembersWhenCustomerDeleted } from './adapters/messaging/remove-members-when-customer-deleted.ts';
import { SyncEmailWhenCustomerUpdated } from './adapters/messaging/sync-email-when-customer-updated.ts';
import { SendCodesWhenSignInRequested } from './adapters/messaging/send-codes-when-sign-in-requested.ts';
import { VerifyAddressWhenSignedIn } from './adapters/messaging/verify-address-when-signed-in.ts';
import { NoteStateChangeWhenCustomerChanges } from './adapters/messaging/note-state-change-when-customer-changes.ts';
import { RecordFirstUsageWhenUsageStarted } from './adapters/messaging/record-first-usage-when-usage-started.ts';
import { MikroOrmCustomers } from './adapters/persistence/customers.repository.ts';
import { MikroOrmPortalSessions } from './adapters/persistence/portal-sessions.repository.ts';
import { MikroOrmSignIns } from './adapters/persistence/sign-ins.repository.ts';
import { MikroOrmTeams } from './adapters/persistence/teams.repository.ts';
import { AddMemberHandler } from './commands/add-member.ts';
import { BecomeTeamHandler } from './commands/become-team.ts';
import { ChangeOwnDetailsHandler } from './commands/change-own-details.ts';
import { CreateCustomerHandler } from './commands/create-customer.ts';
import { DeleteCustomerHandler } from './commands/delete-customer.ts';
import { EraseContactsHandler } from './commands/erase-contacts.ts';
import { MergeCustomerHandler } from './commands/merge-customer.ts';
import { RemoveAllMembersHandler } from './commands/remove-all-members.ts';
import { EndSessionHandler } from './commands/end-session.ts';
import { EnsureCustomerHandler } from './commands/ensure-customer.ts';
import { EnsureMembersHandler } from './commands/ensure-members.ts';
import { SyncCustomerEmailHandler } from './commands/sync-customer-email.ts';
import { DeleteExpiredSessionsHandler } from './commands/delete-expired.ts';
import { InviteToOwnTeamHandler } from './commands/invite-to-own-team.ts';
import { OpenMemberSessionHandler } from './commands/open-member-session.ts';
import { OpenSessionHandler } from './commands/open-session.ts';
import { RemoveFromOwnTeamHandler } from './commands/remove-from-own-team.ts';
import { RemoveMemberHandler } from './commands/remove-member.ts';
import { RequestSignInHandler } from './commands/request-sign-in.ts';
import { SendSignInCodesHandler } from './commands/send-sign-in-codes.ts';
import { SignInByCodeHandler } from './commands/sign-in-by-code.ts';
import { NoteStateChangeHandler } from './commands/note-state-change.ts';
import { PublishCustomerStatesHandler } from './commands/publish-customer-states.ts';
import { RecordFirstUsageHandler } from './commands/record-first-usage.ts';
import { UpdateCustomerHandler } from './commands/update-customer.ts';
import { UpdateMemberOfOwnTeamHandler } from './commands/update-member-of-own-team.ts';
import { UpdateMemberHandler } from './commands/update-member.ts';
import { VerifyAddressHandler } from './commands/verify-address.ts';
import { Customers } from './domain/customers.ts';
import { PortalSessions } from './domain/portal-sessions.ts';
import { SignIns } from './domain/sign-ins.ts';
import { Teams } from './domain/teams.ts';
import { CurrentCustomers } from './queries/current-customers.ts';
import { FindCustomersByExternalIdHandler } from './queries/find-customers-by-external-id.ts';
import { FindCustomersHandler } from './queries/find-customers.ts';
import { IdentifyCustomersHandler } from './queries/identify-customers.ts';
import { FindMemberOfCustomerHandler } from './queries/find-member-of-customer.ts';
import { SearchCustomersHandler } from './queries/search-customers.ts';
import { FindMergeTargetHandler } from './queries/find-merge-target.ts';
import { FindMergedCustomersHandler } from './queries/find-merged-customers.ts';
import { FindFormerCustomersHandler } from './queries/find-former-customers.ts';
import { FindRemainingMembersHandler, IdentifyMemberHandler } from './queries/find-remaining-members.ts';
import { FindMembersHandler } from './queries/find-members.ts';
import { MembersById } from './queries/members-by-id.ts';
import { MatchCustomerHandler } from './queries/match-customer.ts';
import { CustomerStates } from './queries/customer-states.ts';
import { FindCustomerStatesHandler } from './queries/find-customer-states.ts';
import { GetCustomerStateHandler } from './queries/get-customer-state.ts';
import { GetCustomerHandler } from './queries/get-customer.ts';
import { GetMemberHandler } from './queries/get-member.ts';
import { GetPortalOrganizationHandler } from './queries/get-portal-organization.ts';
import { ExportLeases } from './domain/export-leases.ts';
import { StateChanges } from './domain/state-changes.ts';
import { PgExportLeases } from './adapters/persistence/export-leases.repository.ts';
import { PgStateChanges } from './adapters/persistence/state-changes.repository.ts';
import { CustomerExports } from './adapters/http/customer-exports.ts';
import { BeginExportHandler } from './commands/begin-export.ts';
import { EndExportHandler } from './commands/end-export.ts';
import { ExtendExportHandler } from './commands/extend-export.ts';
import { ExportCustomerHandler } from './queries/export-customer.ts';
import { GetOwnDetailsHandler } from './queries/get-own-details.ts';
import { GetOpenedSessionHandler } from './queries/get-opened-session.ts';
import { GetPortalUserHandler } from './queries/get-portal-user.ts';
import { GetTeamMemberHandler } from './queries/get-team-member.ts';
import { IntrospectSessionHandler } from './queries/introspect-session.ts';
import { ListCustomersHandler } from './queries/list-customers.ts';
import { ListMembersHandler } from './queries/list-members.ts';
import { ListOwnTeamHandler } from './queries/list-own-team.ts';

@Module({
  controllers: [
    CustomersController,
    ExternalCustomersController,
    ExportsOfCustomerController,
    CustomerSessionsController,
    PortalSessionController,
    SignInController,
    EmailUpdateController,
    MembersController,
    MembersOfCustomerController,
    MembersOfExternalCustomerController,
    TeamController,
    PortalDetailsController,
    PortalOrganizationsController,
  ],
  providers: [
    CustomerMembersHttp,
    CustomerExports,
    { provide: Customers, useClass: MikroOrmCustomers },
    { provide: SignIns, useClass: MikroOrmSignIns },
    { provide: EmailChanges, useClass: MikroOrmEmailChanges },
    { provide: Teams, useClass: MikroOrmTeams },
    { provide: PortalSessions, useClass: MikroOrmPortalSessions },
    { provide: ExportLeases, useClass: PgExportLeases },
    { provide: StateChanges, useClass: PgStateChanges },
    StoredSessions,
    CreateCustomerHandler,
    EndSessionHandler,
    EnsureCustomerHandler,
    UpdateCustomerHandler,
    DeleteCustomerHandler,
    MergeCustomerHandler,
    RecordFirstUsageHandler,
    RecordFirstUsageWhenUsageStarted,
    BecomeTeamHandler,
    AddMemberHandler,
    UpdateMemberHandler,
    RemoveMemberHandler,
    InviteToOwnTeamHandler,
    UpdateMemberOfOwnTeamHandler,
    RemoveFromOwnTeamHandler,
    RemoveAllMembersHandler,
    SyncCustomerEmailHandler,
    RemoveMembersWhenCustomerDeleted,
    EraseContactsHandler,
    EraseContactsWhenCustomerAnonymized,
    SyncEmailWhenCustomerUpdated,
    SendCodesWhenSignInRequested,
    SendLinkWhenEmailChangeRequested,
    ReportEmailChangeWhenCompleted,
    CheckEmailChangeHandler,
    ReportEmailChangeHandler,
    RequestEmailChangeHandler,
    SendEmailChangeLinkHandler,
    VerifyEmailChangeHandler,
    VerifyAddressWhenSignedIn,
    RequestSignInHandler,
    SendSignInCodesHandler,
    SignInByCodeHandler,
    VerifyAddressHandler,
    DeleteExpiredSessionsHandler,
    ChangeOwnDetailsHandler,
    BeginExportHandler,
    ExtendExportHandler,
    EndExportHandler,
    EnsureMembersHandler,
    OpenMemberSessionHandler,
    OpenSessionHandler,
    NoteStateChangeHandler,
    PublishCustomerStatesHandler,
    BecomeTeamWhenSeatsBought,
    CurrentCustomers,
    NoteStateChangeWhenCustomerChanges,
    FindCustomersHandler,
    IdentifyCustomersHandler,
    FindCustomersByExternalIdHandler,
    MatchCustomerHandler,
    FindMergeTargetHandler,
    SearchCustomersHandler,
    FindMergedCustomersHandler,
    MembersById,
    FindMembersHandler,
    FindRemainingMembersHandler,
    IdentifyMemberHandler,
    FindFormerCustomersHandler,
    FindMemberOfCustomerHandler,
    GetCustomerHandler,
    GetCustomerStateHandler,
    CustomerStates,
    FindCustomerStatesHandler,
    ListCustomersHandler,
    GetMemberHandler,
    GetTeamMemberHandler,
    ListMembersHandler,
    ListOwnTeamHandler,
    GetOpenedSessionHandler,
    GetPortalUserHandler,
    GetOwnDetailsHandler,
    ExportCustomerHandler,
    GetPortalOrganizationHandler,
    IntrospectSessionHandler,
  ],
})
export class CustomerPortalModule {}
