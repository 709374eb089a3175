export { FindAdvancingClocksHandler } from './find-advancing-clocks.ts';
export { FindDeletedSandboxesHandler } from './find-deleted-sandboxes.ts';
export { FindEmailsOfUsersHandler, FindUserHandler } from './find-user.ts';
export { FindMemberRoleHandler, FindTeamEmailsHandler } from './find-member-role.ts';
export { FindOrganizationViewsHandler } from './find-organization-views.ts';
export { FindOrganizationsHandler } from './find-organizations.ts';
export { FindPublicOrganizationHandler, FindSellerHandler } from './find-seller.ts';
export { GetAccessTokenHandler } from './get-access-token.ts';
export { GetBrandingHandler } from './get-branding.ts';
export { GetMailPreviewHandler } from './get-mail-preview.ts';
export { ListMailPreviewsHandler } from './list-mail-previews.ts';
export { GetOrganizationHandler } from './get-organization.ts';
export { GetPublicBrandingHandler } from './get-public-branding.ts';
export { GetTestClockHandler } from './get-test-clock.ts';
export { IdOfOrganizationHandler } from './id-of-organization.ts';
export { IdOfUserHandler } from './id-of-user.ts';
export { FindAlertedOrganizationsHandler } from './find-alerted-organizations.ts';
export { FindMailTextHandler } from './find-mail-text.ts';
export { ListAlertsHandler } from './list-alerts.ts';
export { ListMailTextsHandler } from './list-mail-texts.ts';
export { PreviewMailTextHandler } from './preview-mail-text.ts';
export { FindSandboxesHandler } from './find-sandboxes.ts';
export { ListCaughtMailsHandler } from './list-caught-mails.ts';
export { ListAccessTokensHandler } from './list-access-tokens.ts';
export {
  ListOrganizationInvitationsHandler,
  GetOrganizationInvitationHandler,
  ListOwnInvitationsHandler,
} from './list-invitations.ts';
export { ListOrganizationMembersHandler, GetOrganizationMemberHandler } from './list-organization-members.ts';
export { ListOrganizationsHandler } from './list-organizations.ts';
export { GetSavedViewHandler, ListSavedViewsHandler } from './list-saved-views.ts';
export { ListUsersHandler } from './list-users.ts';
export { OrganizationOfInvitationHandler, OrganizationsOfUserHandler } from './organizations-of-user.ts';
