import { organizationsTables } from '#organizations';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmEmailDomains } from '../src/adapters/persistence/email-domains.repository.ts';
import { MikroOrmOpenIdConnections } from '../src/adapters/persistence/openid-connections.repository.ts';
import { MikroOrmSingleSignOnAttempts } from '../src/adapters/persistence/single-sign-on-attempts.repository.ts';
import { MikroOrmUserIdentities } from '../src/adapters/persistence/user-identities.repository.ts';
import { MikroOrmUserSessions } from '../src/adapters/persistence/user-sessions.repository.ts';
import { identityTables } from '../src/index.ts';
import { singleSignOnContract } from './single-sign-on.contract.ts';

singleSignOnContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(organizationsTables, identityTables);
  return {
    domains: new MikroOrmEmailDomains(orm.em),
    connections: new MikroOrmOpenIdConnections(orm.em),
    identities: new MikroOrmUserIdentities(orm.em),
    attempts: new MikroOrmSingleSignOnAttempts(orm.em),
    sessions: new MikroOrmUserSessions(orm.em),
    eventsOf: async (organizationId) => {
      const statement = 'select name, payload from platform.outbox where organization_id = ? order by id';
      const rows = await orm.em.fork().execute<{ name: string; payload: unknown }[]>(statement, [organizationId]);
      return rows.map(({ name, payload }) => [name, payload]);
    },
    close,
  };
});
