import type { Pool } from 'pg';
import { type AggregateStore, aggregateStore } from '#engine/persistence';
import type { Keyring } from '#engine/secrets';
import { KeyStringsTaken, type ReservedKey } from '../../domain/keys/key-issuance.ts';
import { typedDigests } from './sql/typed-strings.ts';
import { INSERT_RESERVATIONS, TAKEN_STRINGS } from './license-key-statements.ts';

interface NewReservations {
  readonly keys: readonly ReservedKey[];
}

interface CheckedReservations extends NewReservations {
  readonly taken: readonly number[];
}

interface TakenRow {
  readonly organization_id: string;
  readonly digest: Buffer;
}

type Named = Pick<ReservedKey, 'organizationId' | 'key'>;

/** Stores the strings of purchases: those of purchases that are reported at the same time by one statement. */
export class LicenseKeyReservation {
  private readonly store: AggregateStore<NewReservations, CheckedReservations>;

  constructor(
    private readonly pool: () => Promise<Pool>,
    private readonly keyring: Keyring,
  ) {
    this.store = aggregateStore(pool, {
      name: 'new ReservedKey',
      organizationOf: ({ keys }) => keys[0]?.organizationId,
      batchOf: (requests) => ({
        reads: [this.read(requests.flatMap(({ keys }) => keys))],
        load: ([rows]) => {
          const taken = namesOf(rows as TakenRow[]);
          return {
            found: requests.map(({ keys }) => ({ keys, taken: this.positionsTaken(keys, taken) })),
            writes: (added) => INSERT_RESERVATIONS.of(added.flatMap(({ keys }) => keys.map((each) => this.encrypted(each)))),
          };
        },
      }),
    });
  }

  reserve(keys: readonly ReservedKey[]): Promise<void> {
    return this.store.change({ keys }, ({ taken }) => {
      if (taken.length > 0) throw new KeyStringsTaken(taken);
    });
  }

  async assertFree(organizationId: string, strings: readonly string[]): Promise<void> {
    const keys = strings.map((key) => ({ organizationId, key }));
    const { rows } = await (await this.pool()).query<TakenRow>(this.read(keys));
    const taken = this.positionsTaken(keys, namesOf(rows));
    if (taken.length > 0) throw new KeyStringsTaken(taken);
  }

  private encrypted(reserved: ReservedKey) {
    return { ...reserved, encryptedKey: this.keyring.encrypt(reserved.key) };
  }

  private read(keys: readonly Named[]) {
    return TAKEN_STRINGS.for(
      keys.flatMap(({ organizationId, key }) => this.digestsOf(key).map((digest) => ({ organizationId, digest }))),
    );
  }

  /** The digests of the string and of its normal forms: what the key of a benefit is written in is not known here. */
  private digestsOf(key: string): Buffer[] {
    const { exact, forms } = typedDigests(this.keyring, key);
    return [...exact, ...forms];
  }

  /** The positions of strings that a key has, or that are given twice. */
  private positionsTaken(keys: readonly Named[], taken: ReadonlySet<string>): number[] {
    const seen = new Set(taken);
    return keys.flatMap(({ organizationId, key }, position) => {
      const names = this.digestsOf(key).map((digest) => nameOf(organizationId, digest));
      if (names.some((name) => seen.has(name))) return [position];
      for (const name of names) seen.add(name);
      return [];
    });
  }
}

const nameOf = (organizationId: string, digest: Buffer): string => `${organizationId} ${digest.toString('hex')}`;

const namesOf = (rows: readonly TakenRow[]): Set<string> =>
  new Set(rows.map(({ organization_id, digest }) => nameOf(organization_id, digest)));
