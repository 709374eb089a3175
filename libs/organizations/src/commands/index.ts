export { AcceptInvitationHandler } from './accept-invitation.ts';
export { AdvanceTestClockHandler } from './advance-test-clock.ts';
export { CatchMailHandler } from './catch-mail.ts';
export { PutMailTextHandler, RemoveMailTextHandler } from './change-mail-text.ts';
export { PutAlertRuleHandler, RemoveAlertRuleHandler } from './change-alert-rule.ts';
export { ChangeSavedViewHandler, DeleteSavedViewHandler, SaveViewHandler } from './change-saved-views.ts';
export { CreateOrganizationHandler } from './create-organization.ts';
export { CreateSandboxHandler } from './create-sandbox.ts';
export { DeleteSandboxHandler } from './delete-sandbox.ts';
export { ForgetSandboxHandler } from './forget-sandbox.ts';
export { IssueAccessTokenHandler } from './issue-access-token.ts';
export { JoinOrganizationHandler } from './join-organization.ts';
export {
  ChangeMemberRoleHandler,
  DismissMemberHandler,
  EndMemberCredentialsHandler,
  TransferOwnershipHandler,
  InviteMemberHandler,
  ResendMemberInvitationHandler,
  RevokeMemberInvitationHandler,
} from './manage-members.ts';
export { RegisterUserHandler } from './register-user.ts';
export { RemoveMemberHandler } from './remove-member.ts';
export { ReportAccessTokenHandler } from './report-access-token.ts';
export { RevokeAccessTokenHandler, RevokePersonalAccessTokensHandler } from './revoke-access-token.ts';
export { SendAlertHandler } from './send-alert.ts';
export { RequestAlertTestHandler, SendAlertTestHandler } from './test-alert.ts';
export { SendMemberInvitationHandler } from './send-member-invitation.ts';
export { SetFeatureHandler } from './set-feature.ts';
export { SetMemberRoleHandler } from './set-member-role.ts';
export { SetOrganizationStatusHandler } from './set-organization-status.ts';
export { SetUserBlockedHandler } from './set-user-blocked.ts';
export { SetUserTrustedHandler } from './set-user-trusted.ts';
export { SettleTestClockHandler } from './settle-test-clock.ts';
export { StopEnforcingSingleSignOnHandler } from './stop-enforcing-single-sign-on.ts';
export { UpdateAccessTokenHandler } from './update-access-token.ts';
export { UpdateOrganizationHandler } from './update-organization.ts';
