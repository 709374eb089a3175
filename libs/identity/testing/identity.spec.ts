import { organizationsTables } from '#organizations';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmAllUserCredentials } from '../src/adapters/persistence/all-user-credentials.repository.ts';
import { MikroOrmPasskeys } from '../src/adapters/persistence/passkeys.repository.ts';
import { MikroOrmSecondFactorAttempts } from '../src/adapters/persistence/second-factor-attempts.repository.ts';
import { MikroOrmSignInRequests } from '../src/adapters/persistence/sign-in-requests.repository.ts';
import { MikroOrmUserSessions } from '../src/adapters/persistence/user-sessions.repository.ts';
import { identityTables } from '../src/index.ts';
import { identityContract } from './identity.contract.ts';

identityContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(organizationsTables, identityTables);
  const { em } = orm;
  return {
    requests: new MikroOrmSignInRequests(em),
    attempts: new MikroOrmSecondFactorAttempts(em),
    sessions: new MikroOrmUserSessions(em),
    credentials: new MikroOrmAllUserCredentials(em),
    passkeys: new MikroOrmPasskeys(em),
    close,
  };
});
