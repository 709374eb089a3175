import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { SignInCodes, Tokens } from '#support/credentials';
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
import { MikroOrmAllUserCredentials } from './adapters/persistence/all-user-credentials.repository.ts';
import { MikroOrmEmailDomains } from './adapters/persistence/email-domains.repository.ts';
import { MikroOrmOpenIdConnections } from './adapters/persistence/openid-connections.repository.ts';
import { MikroOrmPasskeys } from './adapters/persistence/passkeys.repository.ts';
import { MikroOrmSecondFactorAttempts } from './adapters/persistence/second-factor-attempts.repository.ts';
import { MikroOrmSignInRequests } from './adapters/persistence/sign-in-requests.repository.ts';
import { MikroOrmSingleSignOnAttempts } from './adapters/persistence/single-sign-on-attempts.repository.ts';
import { MikroOrmUserIdentities } from './adapters/persistence/user-identities.repository.ts';
import { MikroOrmUserSessions } from './adapters/persistence/user-sessions.repository.ts';
import { DnsTextRecords } from './adapters/single-sign-on/dns-text-records.ts';
import { LibraryIdentityProviders } from './adapters/single-sign-on/library-identity-providers.ts';
import { ProviderUsers } from './commands/provider-users.ts';
import { UserProofs } from './commands/prove-user.ts';
import { SessionOpener } from './commands/session-opener.ts';
import { AllUserCredentials } from './domain/all-user-credentials.ts';
import { EmailDomains } from './domain/email-domains.ts';
import { IdentityProviders } from './domain/identity-providers.ts';
import { OpenIdConnections } from './domain/openid-connections.ts';
import { Passkeys } from './domain/passkeys.ts';
import { PasskeyVerifier } from './domain/passkey-verifier.ts';
import { PasswordHashes } from './domain/password-hashes.ts';
import { SecondFactorAttempts } from './domain/second-factor-attempts.ts';
import { SingleSignOnAttempts } from './domain/single-sign-on-attempts.ts';
import { TextRecords } from './domain/email-domain.ts';
import { UserIdentities } from './domain/user-identities.ts';
import { SignInRequests } from './domain/sign-in-requests.ts';
import { UserSessions } from './domain/user-sessions.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: SignInRequests, useClass: MikroOrmSignInRequests },
  { provide: SecondFactorAttempts, useClass: MikroOrmSecondFactorAttempts },
  { provide: AllUserCredentials, useClass: MikroOrmAllUserCredentials },
  { provide: Passkeys, useClass: MikroOrmPasskeys },
  { provide: PasskeyVerifier, useClass: WebAuthnPasskeyVerifier },
  { provide: PasswordHashes, useClass: Argon2PasswordHashes },
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
  providers: [...ports, ...parts, ...Object.values(commands), ...Object.values(queries), SessionUses, StoredUserSessions],
})
export class IdentityModule {}
