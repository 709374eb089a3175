import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { PipelinedTransaction, pgPool } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { KeyEncryption } from '../../domain/key-encryption.ts';
import type { SealedRow } from './license-key-records.ts';
import * as sql from './license-key-statements.ts';
import { resealsOf } from './license-key-writes.ts';

const BATCH = 500;

/** By organization and id, as the primary key has them in order. */
type Place = readonly [organizationId: string, id: string];
const BEGINNING: Place = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000'];

const furthest = (keys: readonly SealedRow[]): Place =>
  keys
    .map(({ organization_id, id }): Place => [organization_id, id])
    .reduce((some, other) => (some.join() > other.join() ? some : other));

@Injectable()
export class PgKeyEncryption extends KeyEncryption {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  /** Over and over, until nothing is left: what was behind may have been sealed by somebody who has older keys. */
  async reencrypt(): Promise<number> {
    let renewed = 0;
    for (let found = 1; found > 0; renewed += found) found = await this.renewFromBeginning();
    return renewed;
  }

  private async renewFromBeginning(): Promise<number> {
    let renewed = 0;
    for (let keys = await this.renewAfter(BEGINNING); keys.length > 0; keys = await this.renewAfter(furthest(keys))) {
      renewed += keys.length;
    }
    return renewed;
  }

  /** Some of those that come after a place, in a transaction of their own. Changes of keys wait for it, and it for them. */
  private async renewAfter(place: Place): Promise<readonly SealedRow[]> {
    const outdated = { ...sql.LOCK_OUTDATED, values: [...place, this.keyring.currentKeyId, BATCH] };
    const { transaction, rows } = await PipelinedTransaction.begin(await pgPool(this.em), [outdated]);
    const keys = rows[0] as SealedRow[];
    await transaction.commit(await transaction.holding(() => resealsOf(keys, this.keyring)));
    return keys;
  }
}
