import { randomUUID } from 'node:crypto';
import { ResourceNotFound } from '#kernel';
import { BenefitHasPool, KeyPoolFull, MOST_AVAILABLE, PoolEntryClaimed } from '../src/domain/pools/pool-contents.ts';
import { KeyPool } from '../src/domain/pools/key-pool.ts';
import type { KeyPools } from '../src/domain/pools/key-pools.ts';
import { LicenseKey } from '../src/domain/keys/license-key.ts';
import { GrantHasKey, KeyStringsTaken, type KeyIssuance } from '../src/domain/keys/key-issuance.ts';
import type { LicenseKeys } from '../src/domain/keys/license-keys.ts';
import { aLicenseKey, NOW, secondsAfterNow } from './license-key.builder.ts';

export interface KeyPoolsUnderTest {
  readonly pools: KeyPools;
  readonly licenseKeys: LicenseKeys & KeyIssuance;
  /** The names of the events recorded about an aggregate, in order. */
  eventsOf(id: string): Promise<string[]>;
}

const TERMS = { memberId: null, limitActivations: null, limitUsage: null, expiresAt: null };

/** The contract of every implementation of the port, for pools of license keys. */
export function keyPoolsContract(opened: () => KeyPoolsUnderTest): void {
  const pools = () => opened().pools;
  const within = (pool: KeyPool) => ({ id: pool.id, organizations: [randomUUID(), pool.organizationId] });

  async function poolOf(strings: readonly string[], lowThreshold = 0): Promise<KeyPool> {
    const [organizationId, benefitId] = [randomUUID(), randomUUID()];
    const pool = KeyPool.create({ organizationId, benefitId, name: 'Batch 7', lowThreshold }, NOW);
    await pools().add(pool);
    if (strings.length > 0) await fill(pool, strings);
    return pool;
  }
  async function fill(pool: KeyPool, strings: readonly string[]): Promise<void> {
    const prepared = await pools().prepare(strings);
    await pools().change(within(pool), (found) => found.add(prepared, NOW));
  }
  const issue = (pool: KeyPool, grantId: string = randomUUID(), at = NOW): Promise<string | undefined> =>
    pools().change({ ...within(pool), free: 1, grantId }, (found) => {
      const { organizationId, benefitId } = pool;
      const owner = { ...TERMS, organizationId, benefitId, customerId: randomUUID(), grant: { id: grantId, revision: 1 } };
      return found.issue(grantId, (entry) => LicenseKey.create({ ...owner, ...entry }, at), at)?.stored.key;
    });
  const stateOf = (pool: KeyPool) =>
    pools().change(within(pool), ({ name, lowThreshold, available, claimed }) => ({ name, lowThreshold, available, claimed }));
  const waiting = async (pool: KeyPool, most = 10) => (await pools().waiting(pool.organizationId, pool.id, most)).grantIds;
  const keyOf = ({ organizationId }: KeyPool, key: string) =>
    opened().licenseKeys.changePresented({ organizationId, key, at: NOW }, (found) => found.snapshot);

  test('keys are issued with the strings of the pool, in order; before, a string is no key, and nobody else gets it', async () => {
    const pool = await poolOf(['PUBLISHER-0000001', 'PUBLISHER-0000002'], 1);
    const { organizationId } = pool;
    await expect(keyOf(pool, 'PUBLISHER-0000001')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const another = aLicenseKey().of(organizationId).called('PUBLISHER-0000001').newUnsaved();
    await expect(opened().licenseKeys.addAll([another])).rejects.toBeInstanceOf(KeyStringsTaken);
    await expect(opened().licenseKeys.assertFree(organizationId, ['PUBLISHER-0000002'])).rejects.toMatchObject({
      positions: [0],
    });
    const grantId = randomUUID();
    expect([await issue(pool, grantId), await issue(pool)]).toEqual(['PUBLISHER-0000001', 'PUBLISHER-0000002']);
    expect(await keyOf(pool, 'PUBLISHER-0000001')).toMatchObject({ grantId, status: 'granted', displayKey: '****-000001' });
    expect(await stateOf(pool)).toMatchObject({ available: 0, claimed: 2 });
    expect(await opened().eventsOf(pool.id)).toEqual([
      'license_key_pool.filled',
      'license_key_pool.low',
      'license_key_pool.empty',
    ]);
    expect(await opened().eventsOf((await keyOf(pool, 'PUBLISHER-0000001')).id)).toEqual(['license_key.created']);
  });

  test('of racing grants each gets an entry of its own, and those without one wait, each told once', async () => {
    const strings = Array.from({ length: 12 }, (_, n) => `PUBLISHER-RACE-${100 + n}`);
    const pool = await poolOf(strings);
    const grants = Array.from({ length: 20 }, () => randomUUID());
    const issued = await Promise.all(grants.map((id) => issue(pool, id)));
    expect(issued.filter(Boolean).sort()).toEqual(strings);
    const without = grants.filter((_, index) => issued[index] === undefined);
    await Promise.all(without.map((id) => issue(pool, id)));
    expect(await stateOf(pool)).toMatchObject({ available: 0, claimed: 12 });
    expect(await waiting(pool)).toEqual([]);
    const events = await opened().eventsOf(pool.id);
    expect(events.filter((name) => name === 'license_key_pool.grant_delayed')).toHaveLength(8);
    expect(events.filter((name) => name === 'license_key_pool.empty')).toHaveLength(1);
  });

  test('grants wait in order for as many entries as there are, and no longer once they have keys or need none', async () => {
    const pool = await poolOf([]);
    const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
    for (const [index, id] of [first, second, third].entries()) await issue(pool, id, secondsAfterNow(index));
    await fill(pool, ['PUBLISHER-LATER-1', 'PUBLISHER-LATER-2']);
    expect(await waiting(pool)).toEqual([first, second]);
    expect(await waiting(pool, 1)).toEqual([first]);
    expect(await issue(pool, first)).toBe('PUBLISHER-LATER-1');
    await pools().stopWaiting(pool.organizationId, [second], randomUUID());
    expect(await waiting(pool)).toEqual([second]);
    await pools().stopWaiting(pool.organizationId, [second], pool.id);
    expect(await waiting(pool)).toEqual([third]);
  });

  test('a grant has one key, and the entry stays for another', async () => {
    const pool = await poolOf(['PUBLISHER-ONCE-001', 'PUBLISHER-ONCE-002']);
    const grantId = randomUUID();
    const outcomes = await Promise.allSettled([issue(pool, grantId), issue(pool, grantId)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(GrantHasKey) });
    expect(await stateOf(pool)).toMatchObject({ available: 1, claimed: 1 });
    expect(await issue(pool)).toBe('PUBLISHER-ONCE-002');
  });

  test('of strings that are added all are stored or none: not those of keys or pools, and not one twice', async () => {
    const pool = await poolOf(['PUBLISHER-TAKEN-1']);
    const { organizationId } = pool;
    await opened().licenseKeys.addAll([aLicenseKey().of(organizationId).called('PUBLISHER-TAKEN-2').newUnsaved()]);
    const strings = ['PUBLISHER-FREE-01', 'PUBLISHER-TAKEN-2', 'PUBLISHER-TAKEN-1', 'PUBLISHER-FREE-01'];
    const refusal = await fill(pool, strings).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KeyStringsTaken);
    expect((refusal as KeyStringsTaken).positions).toEqual([1, 2, 3]);
    expect(await stateOf(pool)).toMatchObject({ available: 1 });
    await fill(pool, ['PUBLISHER-FREE-01']);
    await fill(await poolOf([]), ['PUBLISHER-TAKEN-1']);
  });

  test('an entry that no key has is removed, and its string is free again', async () => {
    const pool = await poolOf(['PUBLISHER-REMOVE-1', 'PUBLISHER-REMOVE-2', 'PUBLISHER-REMOVE-3']);
    const key = await keyOf(pool, (await issue(pool))!);
    const [second] = await pools().change({ ...within(pool), free: 1 }, (found) => found.contents.first(1));
    const remove = (entryId: string, which = within(pool)) =>
      pools().change({ ...which, entryId }, (found) => found.remove(entryId, NOW));
    await expect(remove(key.id)).rejects.toBeInstanceOf(PoolEntryClaimed);
    await expect(remove(randomUUID())).rejects.toBeInstanceOf(ResourceNotFound);
    await expect(remove(second!.id, within(await poolOf([])))).rejects.toBeInstanceOf(ResourceNotFound);
    await remove(second!.id);
    await expect(remove(second!.id)).rejects.toBeInstanceOf(ResourceNotFound);
    await opened().licenseKeys.assertFree(pool.organizationId, ['PUBLISHER-REMOVE-2']);
    expect(await issue(pool)).toBe('PUBLISHER-REMOVE-3');
  });

  test('a deleted pool leaves its keys, frees its other strings, and those who wait for it', async () => {
    const pool = await poolOf(['PUBLISHER-DELETE-1', 'PUBLISHER-DELETE-2', 'PUBLISHER-DELETE-3']);
    await issue(pool);
    const clear = () => pools().change({ ...within(pool), free: 1 }, (found) => found.clear(NOW));
    expect([await clear(), await clear()]).toEqual([false, true]);
    await expect(clear()).rejects.toBeInstanceOf(ResourceNotFound);
    expect(await keyOf(pool, 'PUBLISHER-DELETE-1')).toMatchObject({ status: 'granted' });
    await opened().licenseKeys.assertFree(pool.organizationId, ['PUBLISHER-DELETE-2', 'PUBLISHER-DELETE-3']);
    expect((await opened().eventsOf(pool.id)).at(-1)).toBe('license_key_pool.deleted');
    const empty = await poolOf([]);
    const grantId = randomUUID();
    await issue(empty, grantId);
    await pools().change(within(empty), (found) => found.clear(NOW));
    expect(await pools().waiting(empty.organizationId, empty.id, 10)).toEqual({ grantIds: [grantId], exists: false });
  });

  test('a pool is changed within its organization, and a benefit has one', async () => {
    const pool = await poolOf([]);
    const { organizationId, benefitId } = pool;
    await pools().change(within(pool), (found) => found.update({ lowThreshold: 5 }, NOW));
    expect(await stateOf(pool)).toEqual({ name: 'Batch 7', lowThreshold: 5, available: 0, claimed: 0 });
    await expect(pools().change({ ...within(pool), organizations: [randomUUID()] }, () => 1)).rejects.toBeInstanceOf(
      ResourceNotFound,
    );
    expect(await pools().ofBenefit(organizationId, benefitId)).toBe(pool.id);
    expect(await pools().ofBenefit(randomUUID(), benefitId)).toBeUndefined();
    const second = KeyPool.create({ organizationId, benefitId, name: 'Another', lowThreshold: 0 }, NOW);
    await expect(pools().add(second)).rejects.toBeInstanceOf(BenefitHasPool);
  });

  test('a pool has at most 100,000 available entries', async () => {
    const pool = await poolOf([]);
    const [prepared] = await pools().prepare(['PUBLISHER-REPEATED']);
    const many = Array.from({ length: MOST_AVAILABLE + 1 }, () => prepared!);
    await expect(pools().change(within(pool), (found) => found.add(many, NOW))).rejects.toBeInstanceOf(KeyPoolFull);
    expect(await stateOf(pool)).toMatchObject({ available: 0 });
  });
}
