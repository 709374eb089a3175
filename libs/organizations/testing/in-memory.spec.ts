import { newId } from '#kernel';
import { accessTokensContract } from './access-tokens.contract.ts';
import { InMemoryAccessTokens } from './in-memory-access-tokens.ts';
import { InMemoryOrganizations } from './in-memory-organizations.ts';
import { InMemoryUsers } from './in-memory-users.ts';
import { InMemoryTestClocks } from './in-memory-test-clocks.ts';
import { organizationsContract } from './organizations.contract.ts';
import { testClocksContract } from './test-clocks.contract.ts';
import { usersContract } from './users.contract.ts';

const anyId = async (): Promise<string> => newId();
const close = async (): Promise<void> => undefined;

organizationsContract('memory', async () => {
  const users = new InMemoryUsers();
  const organizations = new InMemoryOrganizations(users);
  const eventsOf = async (id: string) =>
    organizations.events.filter(({ aggregateId }) => aggregateId === id).map(({ name }) => name);
  return { organizations, users, quotaOf: async (id) => organizations.quotaOf(id), eventsOf, close };
});

usersContract('memory', async () => ({ users: new InMemoryUsers(), close }));

accessTokensContract('memory', async () => {
  const tokens = new InMemoryAccessTokens();
  const eventsOf = async (id: string) => tokens.events.filter(({ aggregateId }) => aggregateId === id).map(({ name }) => name);
  return { tokens, newOrganization: anyId, newUser: anyId, eventsOf, close };
});

testClocksContract('memory', async () => ({ clocks: new InMemoryTestClocks(), newOrganization: anyId, close }));
