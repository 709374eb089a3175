import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#platform/persistence';
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

  deleteExpired(by: Date): Promise<number> {
    return this.em.fork().nativeDelete(PortalSession, { expiresAt: { $lte: by } });
  }
}
