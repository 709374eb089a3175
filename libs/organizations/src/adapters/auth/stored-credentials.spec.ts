import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { Logger } from '@nestjs/common';
import { Clock, newId } from '#kernel';
import { CredentialSources } from '#platform/auth';
import { pgPool } from '#engine/persistence';
import { KeyedTokens, Keyring } from '#engine/secrets';
import { freshOrm } from '../../../../../test/support/fresh-orm.ts';
import { anOrganization } from '../../../testing/organization.builder.ts';
import { AccessToken, type TokenOwner } from '../../domain/access-token.ts';
import { User } from '../../domain/user.ts';
import { organizationsTables } from '../../index.ts';
import { MikroOrmAccessTokens } from '../persistence/access-tokens.repository.ts';
import { MikroOrmOrganizations } from '../persistence/organizations.repository.ts';
import { MikroOrmUsers } from '../persistence/users.repository.ts';
import { LastUsedWriter } from './last-used-writer.ts';
import { StoredCredentials } from './stored-credentials.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

class SettableClock extends Clock {
  private time = CREATED_AT;
  now = (): Date => this.time;
  set(seconds: number): void {
    this.time = new Date(CREATED_AT.getTime() + seconds * 1000);
  }
}

const [OLD_KEY, NEW_KEY] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

let orm: MikroORM;
let em: EntityManager;
let close: () => Promise<void>;
let clock: SettableClock;
let uses: LastUsedWriter;
let statements: number;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(organizationsTables));
  em = orm.em;
  (await pgPool(em)).on('acquire', () => statements++);
});
afterAll(() => close());
beforeEach(() => {
  clock = new SettableClock();
  uses = new LastUsedWriter(em, clock);
});

const credentials = (...keys: Buffer[]): StoredCredentials =>
  new StoredCredentials(em, new Keyring(keys), clock, new CredentialSources(), uses);

async function newOwners(): Promise<[{ organizationId: string }, { userId: string }]> {
  const userId = await new MikroOrmUsers(em).register(User.create(`${newId()}@example.com`));
  const organization = anOrganization().with({ ownerId: userId }).withSlug(`acme-${newId()}`).build();
  await new MikroOrmOrganizations(em).add(organization, Infinity);
  return [{ organizationId: organization.id }, { userId }];
}

async function issue(owner: TokenOwner, key = OLD_KEY): Promise<{ id: string; token: string }> {
  const kind = 'userId' in owner ? 'personal' : 'organization';
  const { token, digest } = new KeyedTokens(new Keyring([key])).make(`${kind} access`);
  const attributes = { comment: '', scopes: ['products:read'], within: ['products:read'], lifetime: 60_000, latestExpiry: null };
  const remembered = AccessToken.create(owner, digest, attributes, CREATED_AT);
  await new MikroOrmAccessTokens(em).add(remembered);
  return { id: remembered.id, token };
}

const lastUseOf = async (id: string): Promise<unknown> => {
  const [row] = await em.fork().execute('select last_used_at from organizations.access_tokens where id = ?', [id]);
  return row!['last_used_at'] && new Date(row!['last_used_at'] as string).toISOString();
};

describe('stored credentials', () => {
  test('are looked up with one statement for all concurrent requests', async () => {
    const [organization, user] = await newOwners();
    const [own, personal] = [await issue(organization), await issue(user)];
    statements = 0;
    const source = credentials(OLD_KEY);
    const tokens = [own, personal, own, { token: 'unknown' }, personal].map(({ token }) => token);
    const callers = await Promise.all(tokens.map((token) => source.identify(token)));
    expect(callers.map((caller) => caller?.kind)).toEqual(['organization', 'user', 'organization', undefined, 'user']);
    expect(callers[1]).toMatchObject({ id: user.userId, organizations: [organization.organizationId] });
    expect(statements).toBe(1);
  });

  test('are found by every key of the ring', async () => {
    const [organization] = await newOwners();
    const { token } = await issue(organization);
    expect(await credentials(NEW_KEY, OLD_KEY).identify(token)).not.toBeNull();
    expect(await credentials(NEW_KEY).identify(token)).toBeNull();
  });

  test('are found by the newest key alone once they were used, however recently they were used before', async () => {
    const [organization, user] = await newOwners();
    const [used, unused] = [await issue(organization), await issue(user)];
    await credentials(OLD_KEY).identify(used.token);
    await uses.flush();
    await credentials(NEW_KEY, OLD_KEY).identify(used.token);
    await uses.flush();
    expect(await credentials(NEW_KEY).identify(used.token)).not.toBeNull();
    expect(await credentials(OLD_KEY).identify(used.token)).toBeNull();
    expect(await credentials(NEW_KEY).identify(unused.token)).toBeNull();
    expect(await credentials(NEW_KEY, OLD_KEY).identify(unused.token)).not.toBeNull();
  });

  test('expire at the end of their lifetime', async () => {
    const [organization] = await newOwners();
    const { token } = await issue(organization);
    clock.set(59);
    expect(await credentials(OLD_KEY).identify(token)).not.toBeNull();
    clock.set(60);
    expect(await credentials(OLD_KEY).identify(token)).toBeNull();
  });
});

describe('last uses', () => {
  const used = async (token: string): Promise<void> => {
    await credentials(OLD_KEY).identify(token);
  };

  test('are written after the requests, all in one statement', async () => {
    const [organization, user] = await newOwners();
    const tokens = [await issue(organization), await issue(user)];
    clock.set(5);
    for (const { token } of [...tokens, ...tokens]) await used(token);
    expect(await lastUseOf(tokens[0]!.id)).toBeNull();
    statements = 0;
    await uses.flush();
    expect(statements).toBe(1);
    expect(await Promise.all(tokens.map(({ id }) => lastUseOf(id)))).toEqual(Array(2).fill('2026-01-01T00:00:05.000Z'));
    statements = 0;
    await uses.flush();
    expect(statements).toBe(0);
  });

  test('are written at most once a minute', async () => {
    const { id, token } = await issue((await newOwners())[0]);
    const written: unknown[] = [];
    for (const second of [0, 30, 59]) {
      clock.set(second);
      await used(token);
      await uses.flush();
      written.push(await lastUseOf(id));
    }
    expect(written).toEqual(Array(3).fill('2026-01-01T00:00:00.000Z'));
  });

  test('do not wait for locked tokens', async () => {
    const [organization, user] = await newOwners();
    const [busy, idle] = [await issue(organization), await issue(user)];
    for (const { token } of [busy, idle]) await used(token);
    const holder = em.fork();
    await holder.begin();
    await holder.execute('select from organizations.access_tokens where id = ? for update', [busy.id]);
    await uses.flush();
    await holder.rollback();
    expect([await lastUseOf(busy.id), await lastUseOf(idle.id)]).toEqual([null, '2026-01-01T00:00:00.000Z']);
  });

  test('that cannot be written are logged, without an error for the caller', async () => {
    const log = import.meta.jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const broken = new LastUsedWriter(em, clock);
    broken.record('no id', null);
    await broken.flush();
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
  });

  test('are all written when the process stops, also those that are being written, and none later', async () => {
    const [organization, user] = await newOwners();
    const [early, late, tooLate] = [await issue(organization), await issue(organization), await issue(user)];
    const stopping = new LastUsedWriter(em, clock);
    stopping.record(early.id, null);
    void stopping.flush();
    stopping.record(late.id, null);
    await stopping.onApplicationShutdown();
    const written = [await lastUseOf(early.id), await lastUseOf(late.id)];
    stopping.record(tooLate.id, null);
    await stopping.flush();
    expect([...written, await lastUseOf(tooLate.id)]).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', null]);
  });

  test('do not modify the token', async () => {
    const { id, token } = await issue((await newOwners())[0]);
    await used(token);
    await uses.flush();
    const [row] = await em.fork().execute('select modified_at, last_used_at from organizations.access_tokens where id = ?', [id]);
    expect(row).toMatchObject({ modified_at: null, last_used_at: expect.anything() });
  });
});
