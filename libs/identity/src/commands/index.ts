export { BeginSingleSignOnHandler } from './begin-single-sign-on.ts';
export { ChangePasswordHandler, RemovePasswordHandler } from './change-password.ts';
export { CheckEmailDomainsHandler } from './check-email-domains.ts';
export { CompleteSingleSignOnHandler } from './complete-single-sign-on.ts';
export { DeleteExpiredSignInsHandler } from './delete-expired-sign-ins.ts';
export { EndProviderAccessHandler, EndAccessThroughProviderHandler } from './end-provider-access.ts';
export { EndUserSessionHandler, EndOwnSessionHandler, SignOutEverywhereHandler } from './end-user-session.ts';
export { SetUserPasswordHandler, ResetSecondFactorHandler, EndAllUserSessionsHandler } from './operate-user-credentials.ts';
export { AddEmailDomainHandler, VerifyEmailDomainHandler, RemoveEmailDomainHandler } from './own-email-domains.ts';
export { BeginPasskeyHandler, AddPasskeyHandler, RemovePasskeyHandler, BeginPasskeySignInHandler } from './own-passkeys.ts';
export { ReportCredentialChangeHandler } from './report-credential-change.ts';
export { ReportMissingDomainHandler } from './report-missing-domain.ts';
export { RequestSignInHandler } from './request-sign-in.ts';
export { SaveOpenIdConnectionHandler, DeleteOpenIdConnectionHandler } from './save-openid-connection.ts';
export {
  BeginSecondFactorHandler,
  ConfirmSecondFactorHandler,
  ReplaceRecoveryCodesHandler,
  DisableSecondFactorHandler,
} from './second-factor.ts';
export { SendSignInCodeHandler } from './send-sign-in-code.ts';
export { SignInHandler } from './sign-in.ts';
export { VerifySecondFactorHandler } from './verify-second-factor.ts';
