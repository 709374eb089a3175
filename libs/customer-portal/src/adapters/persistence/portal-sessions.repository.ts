import { LockMode } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { inTransaction, pgPool, recordRemovals } from '#platform/persistence';
import { PortalSession } from '../../domain/portal-session.ts';
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
