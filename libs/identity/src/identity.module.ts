import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SignInCodes, Tokens } from '#kernel';
import { SessionUses } from './adapters/auth/session-uses.ts';
import { StoredUserSessions } from './adapters/auth/stored-user-sessions.ts';
import { Argon2PasswordHashes } from './adapters/credentials/argon2-password-hashes.ts';
import { WebAuthnPasskeyVerifier } from './adapters/credentials/web-authn-passkey-verifier.ts';
import { CurrentUserController } from './adapters/http/current-user.controller.ts';
import { EmailDomainsController } from './adapters/http/email-domains.controller.ts';
import { PasskeysController } from './adapters/http/passkeys.controller.ts';
import { SecondFactorController } from './adapters/http/second-factor.controller.ts';
import { SingleSignOnController } from './adapters/http/single-sign-on.controller.ts';
import { SingleSignOnSignInController } from './adapters/http/single-sign-on-sign-in.controller.ts';
import { UserSessionsController } from './adapters/http/user-sessions.controller.ts';
import { UserSignInController } from './adapters/http/user-sign-in.controller.ts';
import { ReportChangeWhenUserCredentialsChanged } from './adapters/messaging/report-change-when-user-credentials-changed.ts';
import { ReportDomainWhenEmailDomainLost } from './adapters/messaging/report-domain-when-email-domain-lost.ts';
import { SendCodeWhenUserSignInRequested } from './adapters/messaging/send-code-when-user-sign-in-requested.ts';
import { MikroOrmAllUserCredentials } from './adapters/persistence/all-user-credentials.repository.ts';
import { MikroOrmEmailDomains } from './adapters/persistence/email-domains.repository.ts';
import { KeyringSecretBox } from './adapters/persistence/keyring-secret-box.ts';
import { MikroOrmOpenIdConnections } from './adapters/persistence/openid-connections.repository.ts';
import { MikroOrmPasskeys } from './adapters/persistence/passkeys.repository.ts';
import { MikroOrmSecondFactorAttempts } from './adapters/persistence/second-factor-attempts.repository.ts';
import { MikroOrmSignInRequests } from './adapters/persistence/sign-in-requests.repository.ts';
import { MikroOrmSingleSignOnAttempts } from './adapters/persistence/single-sign-on-attempts.repository.ts';
import { MikroOrmUserIdentities } from './adapters/persistence/user-identities.repository.ts';
import { MikroOrmUserSessions } from './adapters/persistence/user-sessions.repository.ts';
import { DnsTextRecords } from './adapters/single-sign-on/dns-text-records.ts';
import { LibraryIdentityProviders } from './adapters/single-sign-on/library-identity-providers.ts';
import { BeginSingleSignOnHandler } from './commands/begin-single-sign-on.ts';
import { CompleteSingleSignOnHandler } from './commands/complete-single-sign-on.ts';
import { ChangePasswordHandler, RemovePasswordHandler } from './commands/change-password.ts';
import { CheckEmailDomainsHandler } from './commands/check-email-domains.ts';
import { ReportMissingDomainHandler } from './commands/report-missing-domain.ts';
import { DeleteExpiredSignInsHandler } from './commands/delete-expired-sign-ins.ts';
import {
  EndAccessThroughProviderHandler,
  EndOwnSessionHandler,
  EndUserSessionHandler,
  SignOutEverywhereHandler,
} from './commands/end-user-session.ts';
import {
  EndAllUserSessionsHandler,
  ResetSecondFactorHandler,
  SetUserPasswordHandler,
} from './commands/operate-user-credentials.ts';
import {
  AddPasskeyHandler,
  BeginPasskeyHandler,
  BeginPasskeySignInHandler,
  RemovePasskeyHandler,
} from './commands/own-passkeys.ts';
import { AddEmailDomainHandler, RemoveEmailDomainHandler, VerifyEmailDomainHandler } from './commands/own-email-domains.ts';
import { ProviderUsers } from './commands/provider-users.ts';
import { DeleteOpenIdConnectionHandler, SaveOpenIdConnectionHandler } from './commands/save-openid-connection.ts';
import { UserProofs } from './commands/prove-user.ts';
import { ReencryptIdentitySecretsHandler } from './commands/reencrypt-identity-secrets.ts';
import { ReportCredentialChangeHandler } from './commands/report-credential-change.ts';
import { RequestSignInHandler } from './commands/request-sign-in.ts';
import {
  BeginSecondFactorHandler,
  ConfirmSecondFactorHandler,
  DisableSecondFactorHandler,
  ReplaceRecoveryCodesHandler,
} from './commands/second-factor.ts';
import { SendSignInCodeHandler } from './commands/send-sign-in-code.ts';
import { SessionOpener } from './commands/session-opener.ts';
import { SignInHandler } from './commands/sign-in.ts';
import { VerifySecondFactorHandler } from './commands/verify-second-factor.ts';
import { AllUserCredentials } from './domain/all-user-credentials.ts';
import { EmailDomains } from './domain/email-domains.ts';
import { IdentityProviders } from './domain/identity-providers.ts';
import { OpenIdConnections } from './domain/openid-connections.ts';
import { Passkeys } from './domain/passkeys.ts';
import { PasskeyVerifier } from './domain/passkey-verifier.ts';
import { PasswordHashes } from './domain/password-hashes.ts';
import { SecondFactorAttempts } from './domain/second-factor-attempts.ts';
import { SecretBox } from './domain/secret-box.ts';
import { SingleSignOnAttempts } from './domain/single-sign-on-attempts.ts';
import { TextRecords } from './domain/text-records.ts';
import { UserIdentities } from './domain/user-identities.ts';
import { SignInRequests } from './domain/sign-in-requests.ts';
import { UserSessions } from './domain/user-sessions.ts';
import { FindUserSessionHandler } from './queries/find-user-session.ts';
import { GetOpenIdConnectionHandler } from './queries/get-openid-connection.ts';
import { HasSingleSignOnHandler } from './queries/has-single-sign-on.ts';
import { GetEmailDomainHandler, ListEmailDomainsHandler } from './queries/list-email-domains.ts';
import { GetCurrentUserHandler } from './queries/get-current-user.ts';
import { GetPasskeyHandler, ListPasskeysHandler } from './queries/list-passkeys.ts';
import { ListUserSessionsHandler } from './queries/list-user-sessions.ts';

const ports = [
  { provide: SignInRequests, useClass: MikroOrmSignInRequests },
  { provide: SecondFactorAttempts, useClass: MikroOrmSecondFactorAttempts },
  { provide: AllUserCredentials, useClass: MikroOrmAllUserCredentials },
  { provide: Passkeys, useClass: MikroOrmPasskeys },
  { provide: PasskeyVerifier, useClass: WebAuthnPasskeyVerifier },
  { provide: PasswordHashes, useClass: Argon2PasswordHashes },
  { provide: SecretBox, useClass: KeyringSecretBox },
  { provide: OpenIdConnections, useClass: MikroOrmOpenIdConnections },
  { provide: EmailDomains, useClass: MikroOrmEmailDomains },
  { provide: UserIdentities, useClass: MikroOrmUserIdentities },
  { provide: SingleSignOnAttempts, useClass: MikroOrmSingleSignOnAttempts },
  { provide: IdentityProviders, useClass: LibraryIdentityProviders },
  { provide: TextRecords, useClass: DnsTextRecords },
  { provide: UserSessions, useClass: MikroOrmUserSessions },
];

/** What several commands do. */
const parts = [
  {
    provide: UserProofs,
    useFactory: (...needs: ConstructorParameters<typeof UserProofs>) => new UserProofs(...needs),
    inject: [SignInRequests, SignInCodes, AllUserCredentials, PasswordHashes, Passkeys, PasskeyVerifier, QueryBus],
  },
  {
    provide: SessionOpener,
    useFactory: (...needs: ConstructorParameters<typeof SessionOpener>) => new SessionOpener(...needs),
    inject: [UserSessions, Tokens],
  },
  {
    provide: ProviderUsers,
    useFactory: (...needs: ConstructorParameters<typeof ProviderUsers>) => new ProviderUsers(...needs),
    inject: [EmailDomains, UserIdentities, CommandBus, QueryBus],
  },
];

const commands = [
  RequestSignInHandler,
  SendSignInCodeHandler,
  SignInHandler,
  VerifySecondFactorHandler,
  EndUserSessionHandler,
  EndAccessThroughProviderHandler,
  EndOwnSessionHandler,
  SignOutEverywhereHandler,
  DeleteExpiredSignInsHandler,
  CheckEmailDomainsHandler,
  ReportMissingDomainHandler,
  ChangePasswordHandler,
  RemovePasswordHandler,
  BeginSecondFactorHandler,
  ConfirmSecondFactorHandler,
  DisableSecondFactorHandler,
  ReplaceRecoveryCodesHandler,
  BeginPasskeyHandler,
  AddPasskeyHandler,
  RemovePasskeyHandler,
  BeginPasskeySignInHandler,
  ReportCredentialChangeHandler,
  SetUserPasswordHandler,
  ResetSecondFactorHandler,
  EndAllUserSessionsHandler,
  ReencryptIdentitySecretsHandler,
  SaveOpenIdConnectionHandler,
  DeleteOpenIdConnectionHandler,
  AddEmailDomainHandler,
  VerifyEmailDomainHandler,
  RemoveEmailDomainHandler,
  BeginSingleSignOnHandler,
  CompleteSingleSignOnHandler,
];

const queries = [
  FindUserSessionHandler,
  ListUserSessionsHandler,
  GetCurrentUserHandler,
  ListPasskeysHandler,
  GetPasskeyHandler,
  GetOpenIdConnectionHandler,
  ListEmailDomainsHandler,
  GetEmailDomainHandler,
  HasSingleSignOnHandler,
];

const subscribers = [SendCodeWhenUserSignInRequested, ReportChangeWhenUserCredentialsChanged, ReportDomainWhenEmailDomainLost];

@Module({
  controllers: [
    UserSignInController,
    UserSessionsController,
    CurrentUserController,
    SecondFactorController,
    PasskeysController,
    SingleSignOnController,
    EmailDomainsController,
    SingleSignOnSignInController,
  ],
  providers: [...ports, ...parts, ...commands, ...queries, ...subscribers, SessionUses, StoredUserSessions],
})
export class IdentityModule {}
