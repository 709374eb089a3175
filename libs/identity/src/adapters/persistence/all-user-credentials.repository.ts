import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { inTransaction, recordChanges, snapshotsOf } from '#platform/persistence';
import { AllUserCredentials } from '../../domain/all-user-credentials.ts';
import { UserCredentials } from '../../domain/user-credentials.ts';

const EMPTY = `insert into identity.user_credentials
    (id, password_failures, recovery_digests, second_factor_failures, created_at)
  values (?, 0, '[]', 0, now()) on conflict (id) do nothing`;

@Injectable()
export class MikroOrmAllUserCredentials extends AllUserCredentials {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async find(userId: string): Promise<Readonly<UserCredentials>> {
    return (await this.em.fork().findOne(UserCredentials, { id: userId })) ?? UserCredentials.create(userId);
  }

  /** The row is made by the first change, and by whichever of several concurrent ones comes first. */
  change<T>(userId: string, by: (credentials: UserCredentials) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'UserCredentials', async (transaction) => {
      const find = () => transaction.findOne(UserCredentials, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const found = (await find()) ?? (await transaction.execute(EMPTY, [userId]), await find())!;
      const before = snapshotsOf([found]);
      const outcome = by(found);
      await transaction.flush();
      await recordChanges(transaction, before, [found]);
      await recordEvents(transaction, found.pullEvents());
      return outcome as T;
    });
  }
}
