import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { addAll, changeOne, inTransaction, recordRemovals } from '#platform/persistence';
import { AccessToken } from '../../domain/access-token.ts';
import { AccessTokens, type WhichToken } from '../../domain/access-tokens.ts';

const rowOf = (which: WhichToken): object =>
  'userId' in which
    ? { id: which.id, userId: which.userId }
    : { id: which.id, organizationId: { $in: [...which.organizations] } };

@Injectable()
export class MikroOrmAccessTokens extends AccessTokens {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(token: AccessToken): Promise<void> {
    return addAll(this.em, [token]);
  }

  change<T>(which: WhichToken, by: (token: AccessToken) => Sync<T>): Promise<T> {
    return changeOne(this.em, AccessToken, rowOf(which), by);
  }

  async revoke(which: WhichToken): Promise<void> {
    await inTransaction(this.em, 'revoked AccessToken', async (transaction) => {
      const token = await transaction.findOne(AccessToken, rowOf(which), { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!token) throw new ResourceNotFound();
      await transaction.remove(token).flush();
      await recordRemovals(transaction, [token]);
    });
  }
}
