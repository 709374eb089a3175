import { type FilterQuery, LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import { attributeTo, inTransaction, recordChanges, recordRemovals, snapshotsOf } from '#platform/persistence';
import { UserSession } from '../../domain/user-session.ts';
import { UserSessions, type WhichSession } from '../../domain/user-sessions.ts';
import { organizationsOf } from './organizations-of.ts';

@Injectable()
export class MikroOrmUserSessions extends UserSessions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** Whoever signs in is known from now on, so the audit log has the session as the user's own change. */
  async add(session: UserSession, replaced: readonly Buffer[] = []): Promise<void> {
    const { id, userId, providerOrganizationId } = session;
    const organizations = providerOrganizationId === null ? await organizationsOf(this.em, userId) : [providerOrganizationId];
    attributeTo({ type: 'user', id: userId, credentialId: id, customerId: null, organizations });
    await inTransaction(this.em, 'new UserSession', async (transaction) => {
      const sameKind = { userId, providerOrganizationId, digest: { $in: [...replaced] } };
      await this.remove(transaction, sameKind as FilterQuery<UserSession>);
      transaction.persist(session);
      await transaction.flush();
      await recordChanges(transaction, snapshotsOf([]), [session]);
    });
  }

  async end({ id, userId, providerOrganizationId }: WhichSession): Promise<void> {
    const where = providerOrganizationId === null ? { id, userId } : { id, userId, providerOrganizationId };
    const count = await inTransaction(this.em, 'ended UserSession', (transaction) => this.remove(transaction, where));
    if (count === 0) throw new ResourceNotFound();
  }

  async endByToken(digests: readonly Buffer[]): Promise<void> {
    await inTransaction(this.em, 'ended UserSession', (transaction) =>
      this.remove(transaction, { digest: { $in: [...digests] } } as FilterQuery<UserSession>),
    );
  }

  endAll(userId: string, exceptId: string | null): Promise<number> {
    return inTransaction(this.em, 'ended UserSessions', (transaction) =>
      this.remove(transaction, exceptId === null ? { userId } : { userId, id: { $ne: exceptId } }),
    );
  }

  async endAllOfProvider(userId: string, providerOrganizationId: string): Promise<void> {
    await inTransaction(this.em, 'ended UserSessions', (transaction) =>
      this.remove(transaction, { userId, providerOrganizationId }),
    );
  }

  deleteExpired(by: Date, unusedSince: Date): Promise<number> {
    const condition = { $or: [{ expiresAt: { $lte: by } }, { lastUsedAt: { $lte: unusedSince } }] };
    return this.em.fork().nativeDelete(UserSession, condition);
  }

  private async remove(transaction: EntityManager, where: FilterQuery<UserSession>): Promise<number> {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const sessions = await transaction.find(UserSession, where, { orderBy: { id: 'asc' }, lockMode });
    await transaction.remove(sessions).flush();
    await recordRemovals(transaction, sessions);
    return sessions.length;
  }
}
