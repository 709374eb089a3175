import { type FilterQuery, LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inTransaction } from '#engine/persistence';
import { SingleSignOnAttempt } from '../../domain/single-sign-on-attempt.ts';
import { SingleSignOnAttempts } from '../../domain/single-sign-on-attempts.ts';

@Injectable()
export class MikroOrmSingleSignOnAttempts extends SingleSignOnAttempts {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(attempt: SingleSignOnAttempt): Promise<void> {
    return inTransaction(this.em, 'new SingleSignOnAttempt', async (transaction) => {
      transaction.persist(attempt);
    });
  }

  /** Whoever waits for the lock finds that the row is gone. */
  take(stateDigests: readonly Buffer[]): Promise<SingleSignOnAttempt | null> {
    return inTransaction(this.em, 'SingleSignOnAttempt', async (transaction) => {
      const where = { stateDigest: { $in: [...stateDigests] } } as FilterQuery<SingleSignOnAttempt>;
      const attempt = await transaction.findOne(SingleSignOnAttempt, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (attempt) transaction.remove(attempt);
      return attempt;
    });
  }

  async deleteExpired(by: Date): Promise<void> {
    await this.em.fork().nativeDelete(SingleSignOnAttempt, { expiresAt: { $lte: by } });
  }
}
