import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { isCoordinator, PipelinedTransaction, pgPool, reencryptColumns } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { KeyEncryption } from '../../domain/keys/key-string.ts';
import { OUTDATED_ENTRIES, WRITE_ENCRYPTED_ENTRIES } from './key-pool-statements.ts';
import type { OutdatedKeyRow } from './license-key-records.ts';
import * as statements from './license-key-statements.ts';
import { reencryptionsOf } from './license-key-writes.ts';

const BATCH = 500;

/** A position in the order of the primary key. */
type Place = readonly [organizationId: string, id: string];
const BEGINNING: Place = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];

/** The statements about outdated rows, and the one that stores what was encrypted again. */
type StringsToRenew = readonly [outdated: typeof statements.OUTDATED_KEYS, write: Parameters<typeof reencryptionsOf>[2]];

const ofAll = (): string => 'true';
const ofOne = (table: string): string => `${table}.organization_id = $5::uuid`;

const furthest = (keys: readonly OutdatedKeyRow[]): Place =>
  keys
    .map(({ organizationId, id }): Place => [organizationId, id])
    .reduce((some, other) => (some.join() > other.join() ? some : other));

@Injectable()
export class PgKeyEncryption extends KeyEncryption {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  /** Repeats until a full pass finds nothing: a process that still has the old secret may encrypt keys behind the position. */
  async reencrypt(): Promise<number> {
    let renewed = 0;
    for (let found = 1; found > 0; renewed += found) found = await this.renewAll();
    return renewed;
  }

  private async renewAll(): Promise<number> {
    const keys = await this.renewFromBeginning(statements.OUTDATED_KEYS, statements.WRITE_ENCRYPTED);
    const entries = await this.renewFromBeginning(OUTDATED_ENTRIES, WRITE_ENCRYPTED_ENTRIES);
    return keys + entries + (await this.renewReserved());
  }

  /** Reserved strings are few: each becomes a key soon. */
  private renewReserved(): Promise<number> {
    const primaryKey = ['organization_id', 'purchase_id', 'benefit_id'];
    return reencryptColumns(this.em, this.keyring, { table: 'licensing.reserved_keys', primaryKey, columns: ['encrypted_key'] });
  }

  private async renewFromBeginning(...strings: StringsToRenew): Promise<number> {
    let renewed = 0;
    for (
      let rows = await this.renewAfter(BEGINNING, strings);
      rows.length > 0;
      rows = await this.renewAfter(furthest(rows), strings)
    ) {
      renewed += rows.length;
    }
    return renewed;
  }

  /** Re-encrypts the next strings after a position in one transaction, which locks their rows like any other change. */
  private async renewAfter(place: Place, [outdated, write]: StringsToRenew): Promise<readonly OutdatedKeyRow[]> {
    const pool = await pgPool(this.em);
    const lock = await this.lockAfter(place, outdated, pool);
    if (!lock) return [];
    const { transaction, rows } = await PipelinedTransaction.begin(pool, [lock]);
    const found = rows[0] as OutdatedKeyRow[];
    await transaction.commit(await transaction.holding(() => reencryptionsOf(found, this.keyring, write)));
    return found;
  }

  /** Citus locks rows of one organization only: those of the next one. */
  private async lockAfter(place: Place, { name, lock, nextOrganization }: typeof statements.OUTDATED_KEYS, pool: Pool) {
    const after = [...place, this.keyring.currentKeyId];
    if (!(await isCoordinator(pool))) return { name, text: lock(ofAll), values: [...after, BATCH] };
    const { rows } = await pool.query<{ organization_id: string }>(nextOrganization, after);
    return rows[0] && { name, text: lock(ofOne), values: [...after, BATCH, rows[0].organization_id] };
  }
}
