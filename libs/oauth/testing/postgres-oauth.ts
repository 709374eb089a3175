import type { EntityManager } from '@mikro-orm/postgresql';
import type { WallClock } from '#kernel';
import type { Keyring } from '#engine/secrets';
import { PgGrants } from '../src/adapters/persistence/grants.repository.ts';
import { PgOAuthAccessTokens } from '../src/adapters/persistence/oauth-access-tokens.repository.ts';
import { PgOAuthClients } from '../src/adapters/persistence/oauth-clients.repository.ts';
import { PgOpenIdKeys } from '../src/adapters/persistence/openid-keys.repository.ts';
import { PgOpenIdState } from '../src/adapters/persistence/openid-state.repository.ts';
import type { OAuthPorts } from './oauth.contract.ts';

/** All ports of this context, for a process with these secret keys. */
export const postgresOAuth = (em: EntityManager, keyring: Keyring, clock: WallClock): OAuthPorts => ({
  state: new PgOpenIdState(em, keyring, clock),
  tokens: new PgOAuthAccessTokens(em, keyring, clock),
  clients: new PgOAuthClients(em, keyring, clock),
  grants: new PgGrants(em),
  keys: new PgOpenIdKeys(em, keyring, clock),
});
