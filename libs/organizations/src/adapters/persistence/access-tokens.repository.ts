import { EntityManager, type FilterQuery, LockMode, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type CredentialsToEnd, type ProviderAccess, ResourceNotFound, type Sync } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { addAll, changeOne, inTransaction, noteRevokedTokens, recordRemovals } from '#platform/persistence';
import { AccessToken } from '../../domain/access-token.ts';
import { AccessTokens, type WhichToken } from '../../domain/access-tokens.ts';

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
    return addAll(this.em, [token]);
  }

  change<T>(which: WhichToken, by: (token: AccessToken) => Sync<T>): Promise<T> {
    return changeOne(this.em, AccessToken, rowOf(which), by);
  }

  async revoke(which: WhichToken, now: Date): Promise<void> {
    if ((await this.remove(rowOf(which), now)) === 0) throw new ResourceNotFound();
  }

  async revokeAll(which: CredentialsToEnd, now: Date): Promise<void> {
    await this.remove('userId' in which ? which : rowsOf(which), now);
  }

  private remove(where: object, now: Date): Promise<number> {
    return inTransaction(this.em, 'revoked AccessTokens', async (transaction) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const tokens = await transaction.find(AccessToken, where as FilterQuery<AccessToken>, { orderBy: { id: 'asc' }, lockMode });
      await transaction.remove(tokens).flush();
      await noteRevokedTokens(
        transaction,
        tokens.map(({ digest }) => digest),
      );
      await recordRemovals(transaction, tokens);
      for (const token of tokens) token.revoke(now);
      await recordEvents(
        transaction,
        tokens.flatMap((token) => token.pullEvents()),
      );
      return tokens.length;
    });
  }
}
