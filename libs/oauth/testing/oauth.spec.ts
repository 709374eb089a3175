import { MikroORM } from '@mikro-orm/postgresql';
import { organizationsTables } from '#organizations';
import { ormOptions } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { freshDatabase } from '../../../test/support/database.ts';
import { oauthTables } from '../src/index.ts';
import { oauthContract } from './oauth.contract.ts';
import { postgresOAuth } from './postgres-oauth.ts';

oauthContract('PostgreSQL', async (clock) => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [organizationsTables, oauthTables]));
  return {
    ...postgresOAuth(orm.em, new Keyring([Buffer.alloc(32, 1)]), clock),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
