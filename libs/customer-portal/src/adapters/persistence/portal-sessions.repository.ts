import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { addAll } from '#platform/persistence';
import { PortalSession } from '../../domain/portal-session.ts';
import { PortalSessions } from '../../domain/portal-sessions.ts';

@Injectable()
export class MikroOrmPortalSessions extends PortalSessions {
  constructor(private readonly em: EntityManager) {
    super();
  }

  add(session: PortalSession): Promise<void> {
    return addAll(this.em, [session]);
  }

  deleteExpired(by: Date): Promise<number> {
    return this.em.fork().nativeDelete(PortalSession, { expiresAt: { $lte: by } });
  }
}
