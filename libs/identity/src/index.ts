import type { Tables } from '#platform/persistence';
import { Migration20261125_0410_Identity } from '../migrations/migration-20261125-0410-identity.ts';
import { Migration20261126_1110_SingleSignOn } from '../migrations/migration-20261126-1110-single-sign-on.ts';
import { Migration20261126_1403_CheckedDomains } from '../migrations/migration-20261126-1403-checked-domains.ts';
import { Migration20261126_1404_DomainsToCheck } from '../migrations/migration-20261126-1404-domains-to-check.ts';
import {
  EmailDomainMapping,
  OpenIdConnectionMapping,
  SingleSignOnAttemptMapping,
  UserIdentityMapping,
} from './adapters/persistence/single-sign-on.mapping.ts';
import { SecondFactorAttemptMapping, SignInCodeMapping, SignInRequestMapping } from './adapters/persistence/sign-in.mapping.ts';
import { PasskeyMapping, UserCredentialsMapping } from './adapters/persistence/user-credentials.mapping.ts';
import { UserSessionMapping } from './adapters/persistence/user-session.mapping.ts';

export { ReportDomainWhenEmailDomainLost } from './adapters/messaging/report-domain-when-email-domain-lost.ts';
export { ReportChangeWhenUserCredentialsChanged } from './adapters/messaging/report-change-when-user-credentials-changed.ts';
export { SendCodeWhenUserSignInRequested } from './adapters/messaging/send-code-when-user-sign-in-requested.ts';
export { CheckEmailDomains } from './commands/check-email-domains.ts';
export { DeleteExpiredSignIns } from './commands/delete-expired-sign-ins.ts';
export { EndAllUserSessions, ResetSecondFactor, SetUserPassword } from './commands/operate-user-credentials.ts';
export { ReencryptIdentitySecrets } from './commands/reencrypt-identity-secrets.ts';
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
  migrations: [
    Migration20261125_0410_Identity,
    Migration20261126_1110_SingleSignOn,
    Migration20261126_1403_CheckedDomains,
    Migration20261126_1404_DomainsToCheck,
  ],
};
