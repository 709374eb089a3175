import type { Tables } from '#platform/persistence';
import { Migration20261125_0600_Oauth } from '../migrations/migration-20261125-0600-oauth.ts';
import { Migration20261126_1200_GrantsOfUsers } from '../migrations/migration-20261126-1200-grants-of-users.ts';
import { Migration20261126_1201_GrantsByUser } from '../migrations/migration-20261126-1201-grants-by-user.ts';
import { Migration20261126_1402_GrantsOfProviders } from '../migrations/migration-20261126-1402-grants-of-providers.ts';

export { ReportGrantWhenApplicationAllowed } from './adapters/messaging/report-grant-when-application-allowed.ts';
export { OPENID_OPERATIONS } from './adapters/openid/operations.ts';
export { singleSignOnReturn } from './adapters/openid/single-sign-on-cookie.ts';
export { DeleteExpiredOpenIdState } from './commands/delete-expired-openid-state.ts';
export { IssueOAuthToken } from './commands/issue-oauth-token.ts';
export { ReencryptOAuthSecrets } from './commands/reencrypt-oauth-secrets.ts';
export { RegisterClient } from './commands/register-client.ts';
export { RotateOpenIdKey } from './commands/rotate-openid-key.ts';
export { CLI_CLIENT_ID } from './contract/index.ts';
export { OFFERED_SCOPES } from './domain/scopes.ts';
export { ListOpenIdKeys } from './queries/list-openid-keys.ts';
export { OAuthModule } from './oauth.module.ts';

export const oauthTables: Tables = {
  entities: [],
  migrations: [
    Migration20261125_0600_Oauth,
    Migration20261126_1200_GrantsOfUsers,
    Migration20261126_1201_GrantsByUser,
    Migration20261126_1402_GrantsOfProviders,
  ],
  encrypted: [{ table: 'oauth.signing_keys', column: 'encrypted_private_key' }],
};
