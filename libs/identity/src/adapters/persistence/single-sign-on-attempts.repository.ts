import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { addRows, inTransaction } from '#engine/persistence';
import type { SingleSignOnAttempt } from '../../domain/single-sign-on-attempt.ts';
import { SingleSignOnAttempts } from '../../domain/single-sign-on-attempts.ts';
import { SingleSignOnAttemptMapping, singleSignOnAttemptRows } from './single-sign-on.mapping.ts';

@Injectable()
export class MikroOrmSingleSignOnAttempts extends SingleSignOnAttempts {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(attempt: SingleSignOnAttempt): Promise<void> {
    return addRows(this.em, singleSignOnAttemptRows, [attempt]);
  }

  /** Whoever waits for the lock finds that the row is gone. */
  take(stateDigests: readonly Buffer[]): Promise<SingleSignOnAttempt | null> {
    return inTransaction(this.em, 'SingleSignOnAttempt', async (transaction) => {
      const locked = await singleSignOnAttemptRows.lock(transaction, { stateDigest: { $in: [...stateDigests] } });
      await locked.remove();
      return locked.all[0] ?? null;
    });
  }

  async deleteExpired(by: Date): Promise<void> {
    await this.em.fork().nativeDelete(SingleSignOnAttemptMapping, { expiresAt: { $lte: by } });
  }
}
