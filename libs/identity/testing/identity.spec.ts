import { MikroORM } from '@mikro-orm/postgresql';
import { organizationsTables } from '#organizations';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { MikroOrmAllUserCredentials } from '../src/adapters/persistence/all-user-credentials.repository.ts';
import { MikroOrmPasskeys } from '../src/adapters/persistence/passkeys.repository.ts';
import { MikroOrmSecondFactorAttempts } from '../src/adapters/persistence/second-factor-attempts.repository.ts';
import { MikroOrmSignInRequests } from '../src/adapters/persistence/sign-in-requests.repository.ts';
import { MikroOrmUserSessions } from '../src/adapters/persistence/user-sessions.repository.ts';
import { identityTables } from '../src/index.ts';
import { identityContract } from './identity.contract.ts';

identityContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const { em, close } = await MikroORM.init(ormOptions(database.url, [organizationsTables, identityTables])).then((orm) => ({
    em: orm.em,
    close: () => orm.close(true),
  }));
  return {
    requests: new MikroOrmSignInRequests(em),
    attempts: new MikroOrmSecondFactorAttempts(em),
    sessions: new MikroOrmUserSessions(em),
    credentials: new MikroOrmAllUserCredentials(em),
    passkeys: new MikroOrmPasskeys(em),
    close: async () => {
      await close();
      await database.drop();
    },
  };
});
