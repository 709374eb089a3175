import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import {
  EmailDomainMapping,
  OpenIdConnectionMapping,
  SingleSignOnAttemptMapping,
  UserIdentityMapping,
} from './adapters/persistence/single-sign-on.mapping.ts';
import { SecondFactorAttemptMapping, SignInCodeMapping, SignInRequestMapping } from './adapters/persistence/sign-in.mapping.ts';
import { PasskeyMapping, UserCredentialsMapping } from './adapters/persistence/user-credentials.mapping.ts';
import { UserSessionMapping } from './adapters/persistence/user-session.mapping.ts';
import { identityData } from './adapters/persistence/organization-data.ts';

export { identitySubscribers } from './adapters/messaging/subscribers.ts';
export { CheckEmailDomains } from './commands/check-email-domains.ts';
export { DeleteExpiredSignIns } from './commands/delete-expired-sign-ins.ts';
export { SignOutEverywhere } from './commands/end-user-session.ts';
export { EndAllUserSessions, ResetSecondFactor, SetUserPassword } from './commands/operate-user-credentials.ts';
export { IdentityModule } from './identity.module.ts';

export const identityTables: Tables = {
  entities: [
    SignInRequestMapping,
    SignInCodeMapping,
    SecondFactorAttemptMapping,
    UserCredentialsMapping,
    PasskeyMapping,
    UserSessionMapping,
    OpenIdConnectionMapping,
    EmailDomainMapping,
    UserIdentityMapping,
    SingleSignOnAttemptMapping,
  ],
  migrations: Object.values(migrations),
  secrets: [
    { table: 'identity.user_credentials', primaryKey: ['id'], columns: ['totp_secret', 'new_totp_secret'] },
    { table: 'identity.openid_connections', primaryKey: ['id'], columns: ['client_secret'] },
    { table: 'identity.single_sign_on_attempts', primaryKey: ['id'], columns: ['code_verifier'] },
  ],
  ofOrganization: identityData,
};
