import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inTransaction, pgPool, recordRemovals } from '#platform/persistence';
import { PortalSession, type PortalUser } from '../../domain/portal-session.ts';
import { PortalSessions } from '../../domain/portal-sessions.ts';
import { SessionGroupCommit } from './session-group-commit.ts';

@Injectable()
export class MikroOrmPortalSessions extends PortalSessions {
  private readonly grouped: SessionGroupCommit;

  constructor(private readonly em: EntityManager) {
    super();
    this.grouped = new SessionGroupCommit(() => pgPool(em));
  }

  add(session: PortalSession): Promise<void> {
    return this.grouped.change<void>(session, () => undefined);
  }

  async generationOf({ organizationId, customerId, memberId }: PortalUser): Promise<number> {
    const [found] = await this.em.fork().execute<{ generation: number }[]>(
      `select c.session_generation + coalesce(m.session_generation, 0) as generation from customer_portal.customers c
       left join customer_portal.members m on m.organization_id = c.organization_id and m.id = ?
       where c.organization_id = ? and c.id = ?`,
      [memberId, organizationId, customerId],
    );
    return found?.generation ?? 0;
  }

  remove(id: string): Promise<void> {
    return inTransaction(this.em, 'removed PortalSession', async (transaction) => {
      const found = await transaction.findOne(PortalSession, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!found) return;
      transaction.remove(found);
      await transaction.flush();
      await recordRemovals(transaction, [found]);
    });
  }

  deleteExpired(by: Date): Promise<number> {
    return this.em.fork().nativeDelete(PortalSession, { expiresAt: { $lte: by } });
  }
}
