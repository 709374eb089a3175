import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#engine/persistence';
import { KeyUses } from '../../domain/keys/key-uses.ts';

@Injectable()
export class PgKeyUses extends KeyUses {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async deleteBefore(time: Date): Promise<void> {
    const pool = await pgPool(this.em);
    await pool.query('delete from licensing.key_uses where hour < $1', [time]);
  }
}
