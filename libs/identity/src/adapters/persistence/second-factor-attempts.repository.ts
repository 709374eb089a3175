import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { addRows, inTransaction } from '#engine/persistence';
import type { SecondFactorAttempt } from '../../domain/second-factor-attempt.ts';
import { SecondFactorAttempts } from '../../domain/second-factor-attempts.ts';
import { SecondFactorAttemptMapping, secondFactorAttemptRows } from './sign-in.mapping.ts';

@Injectable()
export class MikroOrmSecondFactorAttempts extends SecondFactorAttempts {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(attempt: SecondFactorAttempt): Promise<void> {
    return addRows(this.em, secondFactorAttemptRows, [attempt]);
  }

  change<T>(digests: readonly Buffer[], by: (attempt: SecondFactorAttempt | null) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'SecondFactorAttempt', async (transaction) => {
      const locked = await secondFactorAttemptRows.lock(transaction, { digest: { $in: [...digests] } });
      const outcome = by(locked.all[0] ?? null);
      await locked.save();
      return outcome as T;
    });
  }

  async complete(id: string): Promise<boolean> {
    return (await this.em.fork().nativeDelete(SecondFactorAttemptMapping, { id })) > 0;
  }

  async deleteExpired(by: Date): Promise<void> {
    await this.em.fork().nativeDelete(SecondFactorAttemptMapping, { expiresAt: { $lte: by } });
  }
}
