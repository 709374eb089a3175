import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Sync } from '#kernel';
import { changeOne, inTransaction, recordChanges, snapshotsOf } from '#engine/persistence';
import type { User } from '../../domain/user.ts';
import { Users, type WhichUser } from '../../domain/users.ts';
import { userRows } from './user.mapping.ts';

@Injectable()
export class MikroOrmUsers extends Users {
  constructor(private readonly em: EntityManager) {
    super();
  }

  register(user: User): Promise<string> {
    return inTransaction(this.em, 'new User', async (transaction) => {
      const [row] = await transaction.execute<{ id: string }[]>(
        `insert into organizations.users (id, email, quota_user_id, created_at) values (?, ?, ?, now())
         on conflict (lower(email)) do update set email = users.email returning id`,
        [user.id, user.email, user.snapshot.quotaUserId],
      );
      if (row!.id === user.id) await recordChanges(transaction, snapshotsOf([]), [user]);
      return row!.id;
    });
  }

  async change<T>(which: WhichUser, by: (user: User) => Sync<T>): Promise<T> {
    if ('id' in which) return changeOne(this.em, userRows, which, by);
    const [row] = await this.em.execute<{ id: string }[]>('select id from organizations.users where lower(email) = lower(?)', [
      which.email,
    ]);
    return changeOne(this.em, userRows, { id: row?.id ?? null }, by);
  }
}
