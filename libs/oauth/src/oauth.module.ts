import { Module } from '@nestjs/common';
import { AccessTokenCredentials } from './adapters/auth/access-token-credentials.ts';
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
import { IdentitySessions, UserSessions } from './adapters/openid/user-sessions.ts';
import { PgGrants } from './adapters/persistence/grants.repository.ts';
import { PgOAuthAccessTokens } from './adapters/persistence/oauth-access-tokens.repository.ts';
import { PgOAuthClients } from './adapters/persistence/oauth-clients.repository.ts';
import { PgOpenIdKeys } from './adapters/persistence/openid-keys.repository.ts';
import { PgOpenIdState } from './adapters/persistence/openid-state.repository.ts';
import { Grants } from './domain/grants.ts';
import { OAuthAccessTokens } from './domain/oauth-access-tokens.ts';
import { OAuthClients } from './domain/oauth-clients.ts';
import { OpenIdKeys } from './domain/openid-keys.ts';
import { OpenIdState } from './domain/openid-state.ts';
import * as commands from './commands/index.ts';
import * as queries from './queries/index.ts';

const ports = [
  { provide: OpenIdState, useClass: PgOpenIdState },
  { provide: OAuthAccessTokens, useClass: PgOAuthAccessTokens },
  { provide: OAuthClients, useClass: PgOAuthClients },
  { provide: Grants, useClass: PgGrants },
  { provide: OpenIdKeys, useClass: PgOpenIdKeys },
];

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
  providers: [...ports, ...Object.values(commands), ...Object.values(queries), ...openid, AccessTokenCredentials],
})
export class OAuthModule {}
