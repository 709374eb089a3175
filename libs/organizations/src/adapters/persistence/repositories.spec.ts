import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { newId } from '#kernel';
import { ormOptions } from '#engine/persistence';
import { quotaOf as knownQuotaOf } from '#engine/tenancy';
import { freshDatabase } from '../../../../../test/support/database.ts';
import { accessTokensContract } from '../../../testing/access-tokens.contract.ts';
import { anOrganization } from '../../../testing/organization.builder.ts';
import { organizationsContract } from '../../../testing/organizations.contract.ts';
import { savedViewsContract } from '../../../testing/saved-views.contract.ts';
import { testClocksContract } from '../../../testing/test-clocks.contract.ts';
import { usersContract } from '../../../testing/users.contract.ts';
import { User } from '../../domain/user.ts';
import { organizationsTables } from '../../index.ts';
import { MikroOrmAccessTokens } from './access-tokens.repository.ts';
import { MikroOrmOrganizations } from './organizations.repository.ts';
import { MikroOrmSavedViews } from './saved-views.repository.ts';
import { MikroOrmTestClocks } from './test-clocks.repository.ts';
import { MikroOrmUsers } from './users.repository.ts';

async function open() {
  const database = await freshDatabase();
  const orm = await MikroORM.init(ormOptions(database.url, [organizationsTables]));
  const close = async (): Promise<void> => {
    await orm.close(true);
    await database.drop();
  };
  return { em: orm.em, close };
}

const newUser = (em: EntityManager): Promise<string> => new MikroOrmUsers(em).register(User.create(`${newId()}@example.com`));

/** The names of the published events about an aggregate. */
const eventsIn = (em: EntityManager) => async (id: string) => {
  const statement = 'select name from platform.outbox where aggregate_id = ? order by id';
  return (await em.fork().execute<{ name: string }[]>(statement, [id])).map(({ name }) => name);
};

organizationsContract('PostgreSQL', async () => {
  const { em, close } = await open();
  const eventsOf = eventsIn(em);
  const quotaOf = async (id: string): Promise<string> => {
    const stored = 'select quota_id from platform.quotas where organization_id = ?';
    const [row] = await em.fork().execute<[{ quota_id: string }]>(stored, [id]);
    expect(knownQuotaOf(id)).toBe(row.quota_id);
    return row.quota_id;
  };
  return { organizations: new MikroOrmOrganizations(em), users: new MikroOrmUsers(em), quotaOf, eventsOf, close };
});

usersContract('PostgreSQL', async () => {
  const { em, close } = await open();
  return { users: new MikroOrmUsers(em), close };
});

const newOrganization = async (em: EntityManager): Promise<string> => {
  const organization = anOrganization()
    .with({ ownerId: await newUser(em), slug: `acme-${newId()}` })
    .build();
  await new MikroOrmOrganizations(em).add(organization, Infinity);
  return organization.id;
};

accessTokensContract('PostgreSQL', async () => {
  const { em, close } = await open();
  return {
    tokens: new MikroOrmAccessTokens(em),
    newOrganization: () => newOrganization(em),
    newUser: () => newUser(em),
    eventsOf: eventsIn(em),
    close,
  };
});

testClocksContract('PostgreSQL', async () => {
  const { em, close } = await open();
  const forget = (id: string) => em.fork().execute('delete from organizations.test_clocks where organization_id = ?', [id]);
  return { clocks: new MikroOrmTestClocks(em), newOrganization: () => newOrganization(em), forget, close };
});

savedViewsContract('PostgreSQL', async () => {
  const { em, close } = await open();
  const organizations = new MikroOrmOrganizations(em);
  return {
    views: new MikroOrmSavedViews(em),
    newOrganization: async () => {
      const [owner, member] = [await newUser(em), await newUser(em)];
      const organization = anOrganization()
        .with({ ownerId: owner, slug: `acme-${newId()}` })
        .build();
      await organizations.add(organization, Infinity);
      await organizations.change({ id: organization.id }, (each) => each.join(member, 'member', new Date()));
      return { organizationId: organization.id, owner, member };
    },
    removeMember: (id, userId) => organizations.change({ id }, (each) => each.removeMember(userId, new Date())),
    close,
  };
});
