import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { BatchLoader, inTransaction, pgPool, readDb } from '#engine/persistence';
import type { PortalSession, PortalUser } from '../../domain/portal-session.ts';
import { PortalSessions } from '../../domain/portal-sessions.ts';
import { PortalSessionMapping, portalSessionRows } from './portal-session.mapping.ts';
import { SessionGroupCommit } from './session-group-commit.ts';

const SEPARATOR = '/';

@Injectable()
export class MikroOrmPortalSessions extends PortalSessions {
  private readonly grouped: SessionGroupCommit;
  /** One statement for all that sign in at the same time. */
  private readonly generations = new BatchLoader<number>((keys) => this.readGenerations(keys), 'microtask');

  constructor(private readonly em: EntityManager) {
    super();
    this.grouped = new SessionGroupCommit(() => pgPool(em));
  }

  add(session: PortalSession): Promise<void> {
    return this.grouped.change<void>(session, () => undefined);
  }

  async generationOf({ organizationId, customerId, memberId }: PortalUser): Promise<number> {
    const key = [organizationId, customerId, memberId ?? ''].join(SEPARATOR);
    return (await this.generations.readAll([key])).get(key) ?? 0;
  }

  private async readGenerations(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await sql<{ readonly key: string; readonly generation: number }>`
      select k.key, c.session_generation + coalesce(m.session_generation, 0) as generation from unnest(${keys}::text[]) as k (key)
      join customer_portal.customers c
        on c.organization_id = split_part(k.key, ${SEPARATOR}, 1)::uuid and c.id = split_part(k.key, ${SEPARATOR}, 2)::uuid
      left join customer_portal.members m
        on m.organization_id = c.organization_id and m.id = nullif(split_part(k.key, ${SEPARATOR}, 3), '')::uuid
    `.execute(readDb<object>(this.em));
    return new Map(rows.map(({ key, generation }) => [key, generation]));
  }

  remove(id: string): Promise<void> {
    return inTransaction(this.em, 'removed PortalSession', async (transaction) => {
      const locked = await portalSessionRows.lock(transaction, { id });
      await locked.remove();
    });
  }

  deleteExpired(by: Date): Promise<number> {
    return this.em.fork().nativeDelete(PortalSessionMapping, { expiresAt: { $lte: by } });
  }
}
