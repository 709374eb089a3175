import { ResourceNotFound, type Sync } from '#kernel';
import { BenefitHasPool, type FreeEntry, PoolContents, type PreparedString } from '../src/domain/pools/pool-contents.ts';
import { KeyPool } from '../src/domain/pools/key-pool.ts';
import { KeyPools, type WhichKeyPool } from '../src/domain/pools/key-pools.ts';
import { GrantHasKey, KeyStringsTaken } from '../src/domain/keys/key-issuance.ts';
import type { InMemoryLicenseKeys } from './in-memory-license-keys.ts';

interface Stored {
  readonly pool: KeyPool;
  readonly free: FreeEntry[];
  readonly claimed: Set<string>;
}

/** Pools in a map. The strings of their entries are those of the license keys in memory. */
export class InMemoryKeyPools extends KeyPools {
  private readonly stored = new Map<string, Stored>();
  /** The pools for which grants wait. */
  private readonly waits = new Map<string, string>();

  constructor(private readonly licenseKeys: InMemoryLicenseKeys) {
    super();
  }

  async add(pool: KeyPool): Promise<void> {
    if (await this.ofBenefit(pool.organizationId, pool.benefitId)) throw new BenefitHasPool();
    this.stored.set(pool.id, { pool, free: [], claimed: new Set() });
  }

  async prepare(strings: readonly string[]): Promise<readonly PreparedString[]> {
    return strings.map((key) => ({ key, kind: 'own' as const, encryptedKey: Buffer.from(key), digests: [] }));
  }

  async change<T>({ id, organizations, free: wanted = 0 }: WhichKeyPool, by: (pool: KeyPool) => Sync<T>): Promise<T> {
    const found = this.stored.get(id);
    if (!found || !organizations.includes(found.pool.organizationId)) throw new ResourceNotFound();
    const { free, claimed } = found;
    const waiting = new Set([...this.waits].flatMap(([grant, pool]) => (pool === id ? [grant] : [])));
    const named = new Map<string, FreeEntry | null>([
      ...free.map((entry) => [entry.id, entry] as const),
      ...[...claimed].map((each) => [each, null] as const),
    ]);
    const contents = new PoolContents(free.slice(0, wanted), named, waiting);
    const pool = KeyPool.restore(found.pool.snapshot, contents);
    const outcome = by(pool);
    this.store({ ...found, pool });
    return outcome as T;
  }

  private store({ pool, free, claimed }: Stored): void {
    const { organizationId, contents } = pool;
    const strings = contents.added.map(({ key }) => key);
    const taken = strings.flatMap((key, position) =>
      this.licenseKeys.hasString(organizationId, key) || strings.indexOf(key) < position ? [position] : [],
    );
    if (taken.length > 0) throw new KeyStringsTaken(taken);
    const keys = contents.issued.map(({ key }) => key);
    if (keys.some(({ grantId }) => grantId && this.licenseKeys.hasGrant(grantId))) throw new GrantHasKey();
    for (const key of strings) this.licenseKeys.holdString(organizationId, key);
    for (const { key } of contents.removed) this.licenseKeys.freeString(organizationId, key);
    for (const key of keys) {
      this.licenseKeys.freeString(organizationId, key.snapshot.key);
      claimed.add(key.id);
      this.waits.delete(key.grantId!);
    }
    void this.licenseKeys.addAll(keys);
    for (const { grantId } of contents.newlyWaiting) this.waits.set(grantId, pool.id);
    const gone = new Set([...keys, ...contents.removed].map(({ id }) => id));
    const left = [...free, ...contents.added].filter(({ id }) => !gone.has(id));
    this.licenseKeys.events.push(...pool.pullEvents());
    if (pool.snapshot.deletedAt !== null) this.stored.delete(pool.id);
    else this.stored.set(pool.id, { pool, free: left, claimed });
  }

  async ofBenefit(organizationId: string, benefitId: string): Promise<string | undefined> {
    const pools = [...this.stored.values()].map(({ pool }) => pool);
    return pools.find((pool) => pool.organizationId === organizationId && pool.benefitId === benefitId)?.id;
  }

  async waiting(_organizationId: string, poolId: string, most: number): Promise<{ grantIds: string[]; exists: boolean }> {
    const found = this.stored.get(poolId);
    const grants = [...this.waits].flatMap(([grant, pool]) => (pool === poolId ? [grant] : []));
    return { grantIds: grants.slice(0, Math.min(most, found?.free.length ?? most)), exists: found !== undefined };
  }

  async stopWaiting(_organizationId: string, grantIds: readonly string[], poolId?: string): Promise<void> {
    for (const id of grantIds) if (poolId === undefined || this.waits.get(id) === poolId) this.waits.delete(id);
  }
}
