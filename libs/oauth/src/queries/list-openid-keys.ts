import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';

export interface OpenIdKeyView {
  readonly kid: string;
  readonly state: 'upcoming' | 'current' | 'retired';
  readonly active_from: Date;
}

/** The keys that sign ID tokens, the newest first. */
export class ListOpenIdKeys extends Query<readonly OpenIdKeyView[]> {}

@QueryHandler(ListOpenIdKeys)
export class ListOpenIdKeysHandler implements IQueryHandler<ListOpenIdKeys> {
  constructor(private readonly em: EntityManager) {}

  async execute(): Promise<readonly OpenIdKeyView[]> {
    const { rows } = await sql<{ kid: string; active_from: Date; is_active: boolean }>`
      select kid, active_from, active_from <= now() as is_active from oauth.signing_keys order by active_from desc, kid
    `.execute(readDb<object>(this.em));
    const current = rows.find(({ is_active }) => is_active);
    return rows.map((row) => ({
      kid: row.kid,
      state: !row.is_active ? 'upcoming' : row === current ? 'current' : 'retired',
      active_from: row.active_from,
    }));
  }
}
