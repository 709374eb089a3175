import { MikroORM } from '@mikro-orm/postgresql';
import { organizationsTables } from '#organizations';
import { ormOptions } from '#platform/persistence';
import { freshDatabase } from '../../../test/support/database.ts';
import { MikroOrmEmailDomains } from '../src/adapters/persistence/email-domains.repository.ts';
import { MikroOrmOpenIdConnections } from '../src/adapters/persistence/openid-connections.repository.ts';
import { MikroOrmSingleSignOnAttempts } from '../src/adapters/persistence/single-sign-on-attempts.repository.ts';
import { MikroOrmUserIdentities } from '../src/adapters/persistence/user-identities.repository.ts';
import { identityTables } from '../src/index.ts';
import { singleSignOnContract } from './single-sign-on.contract.ts';

singleSignOnContract('PostgreSQL', async () => {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [organizationsTables, identityTables]));
  return {
    domains: new MikroOrmEmailDomains(orm.em),
    connections: new MikroOrmOpenIdConnections(orm.em),
    identities: new MikroOrmUserIdentities(orm.em),
    attempts: new MikroOrmSingleSignOnAttempts(orm.em),
    close: async () => {
      await orm.close(true);
      await database.drop();
    },
  };
});
