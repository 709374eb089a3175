import { type FilterQuery, LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { inTransaction } from '#engine/persistence';
import { SecondFactorAttempt } from '../../domain/second-factor-attempt.ts';
import { SecondFactorAttempts } from '../../domain/second-factor-attempts.ts';

@Injectable()
export class MikroOrmSecondFactorAttempts extends SecondFactorAttempts {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(attempt: SecondFactorAttempt): Promise<void> {
    return inTransaction(this.em, 'new SecondFactorAttempt', async (transaction) => {
      transaction.persist(attempt);
    });
  }

  change<T>(digests: readonly Buffer[], by: (attempt: SecondFactorAttempt | null) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'SecondFactorAttempt', async (transaction) => {
      const where = { digest: { $in: [...digests] } } as FilterQuery<SecondFactorAttempt>;
      const attempt = await transaction.findOne(SecondFactorAttempt, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      return by(attempt) as T;
    });
  }

  async complete(id: string): Promise<boolean> {
    return (await this.em.fork().nativeDelete(SecondFactorAttempt, { id })) > 0;
  }

  async deleteExpired(by: Date): Promise<void> {
    await this.em.fork().nativeDelete(SecondFactorAttempt, { expiresAt: { $lte: by } });
  }
}
