import type { MikroORM } from '@mikro-orm/postgresql';
import { CustomerAccess, newId, ResourceNotFound } from '#kernel';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { MikroOrmDeviceSignIns } from '../src/adapters/persistence/device-sign-ins.repository.ts';
import { MikroOrmSignInClients } from '../src/adapters/persistence/sign-in-clients.repository.ts';
import { DeviceSignIn } from '../src/domain/sign-ins/device-sign-in.ts';
import { SignInClient } from '../src/domain/sign-ins/sign-in-client.ts';
import { licensingTables } from '../src/index.ts';
import { NOW, secondsAfterNow } from './index.ts';

let orm: MikroORM;
let close: () => Promise<void>;
let clients: MikroOrmSignInClients;
let signIns: MikroOrmDeviceSignIns;
beforeAll(async () => {
  ({ orm, close } = await freshOrm(licensingTables));
  clients = new MikroOrmSignInClients(orm.em);
  signIns = new MikroOrmDeviceSignIns(orm.em);
});
afterAll(() => close());

let codes = 0;

async function begun(organizationId: string, at = NOW) {
  codes += 1;
  const [digest, userCodeDigest] = [Buffer.alloc(32, 2 * codes), Buffer.alloc(32, 2 * codes + 1)];
  await signIns.add(DeviceSignIn.begin({ organizationId, clientId: newId(), digest, userCodeDigest }, at));
  return {
    asked: { organizationId, by: 'digest', digests: [Buffer.alloc(32, 255), digest] },
    typed: { organizationId, by: 'userCodeDigest', digests: [userCodeDigest] },
  } as const;
}

test('of concurrent decisions about a code one counts, and the application hears it', async () => {
  const organizationId = newId();
  const { asked, typed } = await begun(organizationId);
  const accesses = Array.from({ length: 6 }, () => new CustomerAccess(organizationId, newId(), null));
  const decisions = await Promise.allSettled(
    accesses.map((access) => signIns.decide(typed, (signIn) => signIn.decide(true, access, NOW))),
  );
  expect(decisions.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const reasons = decisions.flatMap((each) => (each.status === 'rejected' ? [each.reason as Error] : []));
  expect(reasons.every((reason) => reason instanceof ResourceNotFound)).toBe(true);
  const winner = accesses[decisions.findIndex(({ status }) => status === 'fulfilled')];
  expect(await signIns.change(asked, (signIn) => signIn.ask(NOW))).toEqual({ access: winner });
});

test('codes are found in their organization alone, and are deleted when they expire', async () => {
  const organizationId = newId();
  const { asked, typed } = await begun(organizationId);
  const later = await begun(organizationId, secondsAfterNow(1));
  const ask = (which: typeof asked) => signIns.change(which, (signIn) => signIn.snapshot.decision);
  await expect(ask({ ...asked, organizationId: newId() })).rejects.toThrow(ResourceNotFound);
  await expect(signIns.decide({ ...typed, organizationId: newId() }, () => undefined)).rejects.toThrow(ResourceNotFound);
  await signIns.deleteExpired(secondsAfterNow(600));
  await expect(ask(asked)).rejects.toThrow(ResourceNotFound);
  expect(await ask(later.asked)).toBeNull();
});

test('an application is found and removed in its organization alone, unless that is refused', async () => {
  const client = SignInClient.create({ organizationId: newId(), name: 'Atlas', benefitIds: [newId(), newId()] }, NOW);
  await clients.add(client);
  const ours = { id: client.id, organizations: [client.organizationId] };
  const theirs = { id: client.id, organizations: [newId()] };
  expect(await clients.find(theirs)).toBeUndefined();
  await expect(clients.remove(theirs, () => undefined)).rejects.toThrow(ResourceNotFound);
  const refusal = new Error('no');
  const refused = clients.remove(ours, () => {
    throw refusal;
  });
  await expect(refused).rejects.toBe(refusal);
  expect(await clients.find(ours)).toEqual(client.snapshot);
  await clients.remove(ours, () => undefined);
  expect(await clients.find(ours)).toBeUndefined();
});
