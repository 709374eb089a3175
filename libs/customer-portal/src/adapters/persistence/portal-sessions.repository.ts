import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type AggregateStore, aggregateStore, BatchLoader, BatchTable, inTransaction, pgPool, readDb } from '#engine/persistence';
import type { PortalSession, PortalUser } from '../../domain/portal-session.ts';
import { PortalSessions } from '../../domain/portal-sessions.ts';
import { PortalSessionMapping, portalSessionRows } from './portal-session.mapping.ts';

const SEPARATOR = '/';
const ADD_SESSIONS = BatchTable.of(PortalSessionMapping).insert('sessions-add');
/** What only the row of a new session has. Its times are those of the system, as in the mapping. */
const rowOf = ({ stored }: PortalSession) => ({
  ...stored,
  export_id: null,
  export_expires_at: null,
  created_at: new Date(),
  modified_at: null,
});

@Injectable()
export class MikroOrmPortalSessions extends PortalSessions {
  private readonly additions: AggregateStore<PortalSession, PortalSession>;
  /** One statement for all that sign in at the same time. */
  private readonly generations = new BatchLoader<number>((keys) => this.readGenerations(keys), 'microtask');

  constructor(private readonly em: EntityManager) {
    super();
    this.additions = aggregateStore(() => pgPool(em), {
      name: 'new PortalSession',
      isNew: true,
      batchOf: (sessions) => ({ found: sessions, writes: (added) => ADD_SESSIONS.of(added.map(rowOf)) }),
    });
  }

  add(session: PortalSession): Promise<void> {
    return this.additions.insert(session);
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
