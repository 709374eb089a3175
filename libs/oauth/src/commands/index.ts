export { IssueConfirmationHandler, UseConfirmationHandler } from './confirm-call.ts';
export { DeleteExpiredOpenIdStateHandler } from './delete-expired-openid-state.ts';
export { IssueOAuthTokenHandler } from './issue-oauth-token.ts';
export { ReencryptOAuthSecretsHandler } from './reencrypt-oauth-secrets.ts';
export { RegisterClientHandler } from './register-client.ts';
export { ReportApplicationHandler } from './report-application.ts';
export { RevokeAuthorizationHandler, RevokeAuthorizationsHandler } from './revoke-authorization.ts';
export { RotateOpenIdKeyHandler } from './rotate-openid-key.ts';
