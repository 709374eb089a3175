import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { inTransaction } from '#engine/persistence';
import { AllUserCredentials } from '../../domain/all-user-credentials.ts';
import { UserCredentials } from '../../domain/user-credentials.ts';
import { userCredentialsRows } from './user-credentials.mapping.ts';

const EMPTY = `insert into identity.user_credentials
    (id, password_failures, recovery_digests, second_factor_failures, created_at)
  values (?, 0, '[]', 0, now()) on conflict (id) do nothing`;

@Injectable()
export class MikroOrmAllUserCredentials extends AllUserCredentials {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async find(userId: string): Promise<Readonly<UserCredentials>> {
    const [found] = await userCredentialsRows.find(this.em.fork(), { id: userId });
    return found ?? UserCredentials.create(userId);
  }

  /** The row is made by the first change, and by whichever of several concurrent ones comes first. */
  change<T>(userId: string, by: (credentials: UserCredentials) => Sync<T>): Promise<T> {
    return inTransaction(this.em, userCredentialsRows.name, async (transaction) => {
      const lock = () => userCredentialsRows.lock(transaction, { id: userId });
      const first = await lock();
      const locked = first.all.length > 0 ? first : (await transaction.execute(EMPTY, [userId]), await lock());
      const outcome = by(locked.all[0]!);
      await locked.save();
      return outcome as T;
    });
  }
}
