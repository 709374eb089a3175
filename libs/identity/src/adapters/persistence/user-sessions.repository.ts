import { EntityManager, type FilterQuery, type InferEntity } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import { attributeTo, inTransaction } from '#platform/persistence';
import type { UserSession } from '../../domain/user-session.ts';
import { UserSessions, type WhichSession } from '../../domain/user-sessions.ts';
import { organizationsOf } from './organizations-of.ts';
import { UserSessionMapping, userSessionRows } from './user-session.mapping.ts';

type SessionRow = InferEntity<typeof UserSessionMapping>;

@Injectable()
export class MikroOrmUserSessions extends UserSessions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** Whoever signs in is known from now on, so the audit log has the session as the user's own change. */
  async add(session: UserSession, replaced: readonly Buffer[] = []): Promise<void> {
    const { id, userId, providerOrganizationId } = session.snapshot;
    const organizations = providerOrganizationId === null ? await organizationsOf(this.em, userId) : [providerOrganizationId];
    attributeTo({ type: 'user', id: userId, credentialId: id, customerId: null, organizations });
    await inTransaction(this.em, 'new UserSession', async (transaction) => {
      const sameKind = { userId, providerOrganizationId, digest: { $in: [...replaced] } };
      await this.remove(transaction, sameKind as FilterQuery<SessionRow>);
      await userSessionRows.insert(transaction, [session]);
    });
  }

  async end({ id, userId, providerOrganizationId }: WhichSession): Promise<void> {
    const where = providerOrganizationId === null ? { id, userId } : { id, userId, providerOrganizationId };
    const count = await inTransaction(this.em, 'ended UserSession', (transaction) => this.remove(transaction, where));
    if (count === 0) throw new ResourceNotFound();
  }

  async endByToken(digests: readonly Buffer[]): Promise<void> {
    await inTransaction(this.em, 'ended UserSession', (transaction) =>
      this.remove(transaction, { digest: { $in: [...digests] } } as FilterQuery<SessionRow>),
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
    return this.em.fork().nativeDelete(UserSessionMapping, condition);
  }

  private async remove(transaction: EntityManager, where: FilterQuery<SessionRow>): Promise<number> {
    const sessions = await userSessionRows.lock(transaction, where as object, { orderBy: { id: 'asc' } });
    await sessions.remove();
    return sessions.all.length;
  }
}
