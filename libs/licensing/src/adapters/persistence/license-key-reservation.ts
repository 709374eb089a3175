import type { Pool } from 'pg';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
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

/** Group commit of the strings of purchases: those of purchases that are reported at the same time are stored by one statement. */
export class LicenseKeyReservation extends GroupCommit<NewReservations, CheckedReservations> {
  constructor(
    private readonly pool: () => Promise<Pool>,
    private readonly keyring: Keyring,
  ) {
    super('new ReservedKey', { pool, organizationOf: ({ keys }) => keys[0]?.organizationId });
  }

  reserve(keys: readonly ReservedKey[]): Promise<void> {
    return this.change({ keys }, ({ taken }) => {
      if (taken.length > 0) throw new KeyStringsTaken(taken);
    });
  }

  async assertFree(organizationId: string, strings: readonly string[]): Promise<void> {
    const keys = strings.map((key) => ({ organizationId, key }));
    const { rows } = await (await this.pool()).query<TakenRow>(this.read(keys));
    const taken = this.positionsTaken(keys, namesOf(rows));
    if (taken.length > 0) throw new KeyStringsTaken(taken);
  }

  /** Every request is found: it brings its own strings. */
  protected notFound(): Error {
    return new Error('New reservations are missing');
  }

  protected async begin(
    requests: readonly NewReservations[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<CheckedReservations>> {
    const reads = [this.read(requests.flatMap(({ keys }) => keys))];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), reads, statements);
    const taken = namesOf(rows[0] as TakenRow[]);
    return {
      first,
      found: requests.map(({ keys }) => ({ keys, taken: this.positionsTaken(keys, taken) })),
      commit: async (added, others) => {
        const reserved = added
          .flatMap(({ keys }) => keys)
          .map((each) => ({ ...each, encryptedKey: this.keyring.encrypt(each.key) }));
        await transaction.commit([...INSERT_RESERVATIONS.of(reserved), ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }

  private read(keys: readonly Named[]) {
    const wanted = keys.flatMap(({ organizationId, key }) => this.digestsOf(key).map((digest) => ({ organizationId, digest })));
    return { ...TAKEN_STRINGS, values: [wanted.map(({ organizationId }) => organizationId), wanted.map(({ digest }) => digest)] };
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
