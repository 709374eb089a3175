import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound } from '#kernel';
import type { ProviderAccess } from '#support/credentials';
import { attributeTo, inTransaction } from '#engine/persistence';
import { UserSession } from '../../domain/user-session.ts';
import { type SignInRoute, UserSessions, type WhichSession } from '../../domain/user-sessions.ts';
import { UserSessionMapping, userSessionRows } from './user-session.mapping.ts';
import { USER_ACCESS } from '#organizations/contract';

/** The ids of the organizations of a user who is not blocked. */
async function organizationsOf(em: EntityManager, userId: string): Promise<string[]> {
  const statement = `select memberships from ${USER_ACCESS} where user_id = ?`;
  const [row] = await em.fork().execute<{ memberships: { organizationId: string }[] | null }[]>(statement, [userId]);
  return (row?.memberships ?? []).map(({ organizationId }) => organizationId);
}

const ROUTE = `select c.id from identity.openid_connections c
  join identity.email_domains d on d.organization_id = c.organization_id
  where c.id = ? and c.issuer = ? and c.client_id = ? and c.is_enabled and d.name = ? and d.verified_at is not null
  for share`;

@Injectable()
export class MikroOrmUserSessions extends UserSessions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** Whoever signs in is known from now on, so the audit log has the session as the user's own change. */
  async add(session: UserSession, replaced: readonly Buffer[] = [], through?: SignInRoute): Promise<boolean> {
    const { id, userId, providerOrganizationId } = session.snapshot;
    const organizations = providerOrganizationId === null ? await organizationsOf(this.em, userId) : [providerOrganizationId];
    attributeTo({ type: 'user', id: userId, credentialId: id, customerId: null, organizations });
    return inTransaction(this.em, 'new UserSession', async (transaction) => {
      if (through && !(await this.isOpen(transaction, through))) return false;
      const sameKind = { userId, providerOrganizationId, digest: { $in: [...replaced] } };
      await this.remove(transaction, sameKind);
      await userSessionRows.insert(transaction, [session]);
      return true;
    });
  }

  async end({ id, userId, providerOrganizationId }: WhichSession): Promise<void> {
    const where = providerOrganizationId === null ? { id, userId } : { id, userId, providerOrganizationId };
    const count = await inTransaction(this.em, 'ended UserSession', (transaction) => this.remove(transaction, where));
    if (count === 0) throw new ResourceNotFound();
  }

  async endByToken(digests: readonly Buffer[]): Promise<void> {
    await inTransaction(this.em, 'ended UserSession', (transaction) =>
      this.remove(transaction, { digest: { $in: [...digests] } }),
    );
  }

  endAll(userId: string, exceptId: string | null): Promise<number> {
    return inTransaction(this.em, 'ended UserSessions', (transaction) =>
      this.remove(transaction, exceptId === null ? { userId } : { userId, id: { $ne: exceptId } }),
    );
  }

  async endAllOfProvider({ providerOrganizationId, userIds, until }: ProviderAccess): Promise<void> {
    const where = {
      providerOrganizationId,
      ...(userIds === null ? {} : { userId: { $in: [...userIds] } }),
      ...(until === null ? {} : { authenticatedAt: { $lte: until } }),
    };
    await inTransaction(this.em, 'ended UserSessions', (transaction) => this.remove(transaction, where));
  }

  deleteExpired(by: Date, unusedSince: Date): Promise<number> {
    const condition = { $or: [{ expiresAt: { $lte: by } }, { lastUsedAt: { $lte: unusedSince } }] };
    return this.em.fork().nativeDelete(UserSessionMapping, condition);
  }

  /** The locks keep both as they are until the session is stored: whoever changes or removes one of them then finds it. */
  private async isOpen(transaction: EntityManager, { connectionId, issuer, clientId, domain }: SignInRoute): Promise<boolean> {
    const values = [connectionId, issuer, clientId, domain];
    return (await transaction.execute<object[]>(ROUTE, values)).length > 0;
  }

  private async remove(transaction: EntityManager, where: object): Promise<number> {
    const sessions = await userSessionRows.lock(transaction, where, { orderBy: { id: 'asc' } });
    await sessions.remove();
    return sessions.all.length;
  }
}
