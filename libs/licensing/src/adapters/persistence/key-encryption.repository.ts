import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PipelinedTransaction, pgPool, reencryptColumns } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { KeyEncryption } from '../../domain/key-encryption.ts';
import type { OutdatedRow } from './license-key-records.ts';
import * as statements from './license-key-statements.ts';
import { reencryptionsOf } from './license-key-writes.ts';

const BATCH = 500;

/** A position in the order of the primary key. */
type Place = readonly [organizationId: string, id: string];
const BEGINNING: Place = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];

const furthest = (keys: readonly OutdatedRow[]): Place =>
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
    for (let found = 1; found > 0; renewed += found) found = (await this.renewFromBeginning()) + (await this.renewReserved());
    return renewed;
  }

  /** Reserved strings are few: each becomes a key soon. */
  private renewReserved(): Promise<number> {
    const primaryKey = ['organization_id', 'purchase_id', 'benefit_id'];
    return reencryptColumns(this.em, this.keyring, { table: 'licensing.reserved_keys', primaryKey, columns: ['encrypted_key'] });
  }

  private async renewFromBeginning(): Promise<number> {
    let renewed = 0;
    for (let keys = await this.renewAfter(BEGINNING); keys.length > 0; keys = await this.renewAfter(furthest(keys))) {
      renewed += keys.length;
    }
    return renewed;
  }

  /** Re-encrypts the next keys after a position in one transaction, which locks them like any other change. */
  private async renewAfter(place: Place): Promise<readonly OutdatedRow[]> {
    const outdated = { ...statements.LOCK_OUTDATED, values: [...place, this.keyring.currentKeyId, BATCH] };
    const { transaction, rows } = await PipelinedTransaction.begin(await pgPool(this.em), [outdated]);
    const keys = rows[0] as OutdatedRow[];
    await transaction.commit(await transaction.holding(() => reencryptionsOf(keys, this.keyring)));
    return keys;
  }
}
