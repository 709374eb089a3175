import { Module } from '@nestjs/common';
import { AccessTokenCredentials } from './adapters/auth/access-token-credentials.ts';
import { ReportGrantWhenApplicationAllowed } from './adapters/messaging/report-grant-when-application-allowed.ts';
import { AuthorizationsController } from './adapters/http/authorizations.controller.ts';
import { Consent } from './adapters/openid/consent.ts';
import { FormSecurity } from './adapters/openid/form-security.ts';
import { Interactions } from './adapters/openid/interactions.ts';
import { OpenIdServer } from './adapters/openid/openid-server.ts';
import { Providers } from './adapters/openid/providers.ts';
import { SignInSteps } from './adapters/openid/sign-in-steps.ts';
import { SingleSignOnSteps } from './adapters/openid/single-sign-on-steps.ts';
import { SignOut } from './adapters/openid/sign-out.ts';
import { OpenIdStorage } from './adapters/openid/state-adapter.ts';
import { IdentitySessions } from './adapters/openid/identity-sessions.ts';
import { UserSessions } from './adapters/openid/user-sessions.ts';
import { PgGrants } from './adapters/persistence/grants.repository.ts';
import { PgOAuthAccessTokens } from './adapters/persistence/oauth-access-tokens.repository.ts';
import { PgOAuthClients } from './adapters/persistence/oauth-clients.repository.ts';
import { PgOpenIdKeys } from './adapters/persistence/openid-keys.repository.ts';
import { PgOpenIdState } from './adapters/persistence/openid-state.repository.ts';
import { DeleteExpiredOpenIdStateHandler } from './commands/delete-expired-openid-state.ts';
import { IssueOAuthTokenHandler } from './commands/issue-oauth-token.ts';
import { ReencryptOAuthSecretsHandler } from './commands/reencrypt-oauth-secrets.ts';
import { RegisterClientHandler } from './commands/register-client.ts';
import { ReportApplicationHandler } from './commands/report-application.ts';
import { RevokeAuthorizationHandler, RevokeAuthorizationsHandler } from './commands/revoke-authorization.ts';
import { RotateOpenIdKeyHandler } from './commands/rotate-openid-key.ts';
import { Grants } from './domain/grants.ts';
import { OAuthAccessTokens } from './domain/oauth-access-tokens.ts';
import { OAuthClients } from './domain/oauth-clients.ts';
import { OpenIdKeys } from './domain/openid-keys.ts';
import { OpenIdState } from './domain/openid-state.ts';
import { FindConsentingUserHandler } from './queries/find-consenting-user.ts';
import { ListAuthorizationsHandler } from './queries/list-authorizations.ts';
import { ListOpenIdKeysHandler } from './queries/list-openid-keys.ts';

const ports = [
  { provide: OpenIdState, useClass: PgOpenIdState },
  { provide: OAuthAccessTokens, useClass: PgOAuthAccessTokens },
  { provide: OAuthClients, useClass: PgOAuthClients },
  { provide: Grants, useClass: PgGrants },
  { provide: OpenIdKeys, useClass: PgOpenIdKeys },
];

const commands = [
  RegisterClientHandler,
  IssueOAuthTokenHandler,
  RotateOpenIdKeyHandler,
  ReencryptOAuthSecretsHandler,
  DeleteExpiredOpenIdStateHandler,
  RevokeAuthorizationHandler,
  RevokeAuthorizationsHandler,
  ReportApplicationHandler,
];

const queries = [FindConsentingUserHandler, ListOpenIdKeysHandler, ListAuthorizationsHandler];

const openid = [
  { provide: UserSessions, useClass: IdentitySessions },
  OpenIdStorage,
  Providers,
  FormSecurity,
  SignInSteps,
  SingleSignOnSteps,
  Consent,
  Interactions,
  SignOut,
  OpenIdServer,
];

@Module({
  controllers: [AuthorizationsController],
  providers: [...ports, ...commands, ...queries, ...openid, AccessTokenCredentials, ReportGrantWhenApplicationAllowed],
})
export class OAuthModule {}
