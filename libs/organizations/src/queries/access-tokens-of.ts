import type { EntityManager } from '@mikro-orm/postgresql';
import type { Scope } from '#platform/auth';
import { anyOf, readDb } from '#engine/persistence';
import type { AccessTokenRow, AccessTokenTables } from '../adapters/persistence/access-token.mapping.ts';
import type { AccessTokenView } from './access-token.view.ts';

/** The owner of the tokens: organizations or a user. */
export type TokenHolder = { readonly organizations: readonly string[] } | { readonly userId: string };

export const TOKEN_COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'comment',
  'scopes',
  'expires_at',
  'last_used_at',
  'organization_id',
] as const;

export const accessTokensOf = (em: EntityManager, holder: TokenHolder) =>
  readDb<AccessTokenTables>(em)
    .selectFrom('organizations.access_tokens')
    .where('userId' in holder ? anyOf('user_id', [holder.userId]) : anyOf('organization_id', holder.organizations));

export const toTokenView = ({
  organization_id,
  scopes,
  ...row
}: Pick<AccessTokenRow, (typeof TOKEN_COLUMNS)[number]>): AccessTokenView => ({
  ...row,
  scopes: scopes as Scope[],
  ...(organization_id && { organization_id }),
});
