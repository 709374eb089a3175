import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import type { CredentialsToEnd, ProviderAccess } from '#support/credentials';
import { changeOne, inTransaction, noteRevokedTokens, addRows } from '#engine/persistence';
import { AccessToken } from '../../domain/access-token.ts';
import { AccessTokens, type WhichToken } from '../../domain/access-tokens.ts';
import { accessTokenRows } from './access-token.mapping.ts';

const rowOf = (which: WhichToken): object =>
  'userId' in which
    ? { id: which.id, userId: which.userId }
    : { id: which.id, organizationId: { $in: [...which.organizations] } };

const rowsOf = ({ providerOrganizationId, userIds, until }: ProviderAccess): object => ({
  providerOrganizationId,
  ...(userIds === null ? {} : { userId: { $in: [...userIds] } }),
  ...(until === null ? {} : { [raw('coalesce(authorized_at, created_at)')]: { $lte: until } }),
});

@Injectable()
export class MikroOrmAccessTokens extends AccessTokens {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(token: AccessToken): Promise<void> {
    return addRows(this.em, accessTokenRows, [token]);
  }

  change<T>(which: WhichToken, by: (token: AccessToken) => Sync<T>): Promise<T> {
    return changeOne(this.em, accessTokenRows, rowOf(which), by);
  }

  async revoke(which: WhichToken, now: Date): Promise<void> {
    if ((await this.remove(rowOf(which), now)) === 0) throw new ResourceNotFound();
  }

  async revokeAll(which: CredentialsToEnd, now: Date): Promise<void> {
    await this.remove('userId' in which ? which : rowsOf(which), now);
  }

  private remove(where: object, now: Date): Promise<number> {
    return inTransaction(this.em, 'revoked AccessTokens', async (transaction) => {
      const tokens = await accessTokenRows.lock(transaction, where, { orderBy: { id: 'asc' } });
      for (const token of tokens.all) token.revoke(now);
      await tokens.remove();
      await noteRevokedTokens(
        transaction,
        tokens.all.map(({ snapshot }) => snapshot.digest),
      );
      return tokens.all.length;
    });
  }
}
