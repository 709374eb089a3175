import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { oauthData } from './adapters/persistence/organization-data.ts';

export { oauthSubscribers } from './adapters/messaging/subscribers.ts';
export { protectedResource } from './adapters/openid/published-documents.ts';
export { OPENID_OPERATIONS } from './adapters/openid/operations.ts';
export { singleSignOnReturn } from './adapters/openid/single-sign-on-steps.ts';
export { IssueConfirmation, UseConfirmation } from './commands/confirm-call.ts';
export { DeleteExpiredOpenIdState } from './commands/delete-expired-openid-state.ts';
export { IssueOAuthToken } from './commands/issue-oauth-token.ts';
export { ReencryptOAuthSecrets } from './commands/reencrypt-oauth-secrets.ts';
export { RegisterClient } from './commands/register-client.ts';
export { RotateOpenIdKey } from './commands/rotate-openid-key.ts';
export { CLI_CLIENT_ID, MCP_PATH } from './contract/index.ts';
export { OFFERED_SCOPES } from './domain/scopes.ts';
export { ListOpenIdKeys } from './queries/list-openid-keys.ts';
export { OAuthModule } from './oauth.module.ts';
export const oauthTables: Tables = {
  entities: [],
  migrations: Object.values(migrations),
  encrypted: [{ table: 'oauth.signing_keys', column: 'encrypted_private_key' }],
  ofOrganization: oauthData,
};
