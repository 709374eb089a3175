import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';

export interface SigningKeyView {
  readonly kid: string;
  readonly state: 'root' | 'upcoming' | 'current' | 'retired';
  /** The public key, base64url. */
  readonly public_key: string;
  readonly active_from: Date;
  /** Until when the key has to stay published, as far as is known now; null for the root key. */
  readonly covers_until: Date | null;
}

/** The signing keys of an organization: the root key, and the others, the newest first. */
export class ListSigningKeys extends Query<readonly SigningKeyView[]> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@QueryHandler(ListSigningKeys)
export class ListSigningKeysHandler implements IQueryHandler<ListSigningKeys> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: ListSigningKeys): Promise<readonly SigningKeyView[]> {
    const rows = await readDb<LicensingTables>(this.em)
      .selectFrom('licensing.signing_keys')
      .select(['kid', 'purpose', 'public_key', 'active_from', sql<boolean>`active_from <= now()`.as('is_active')])
      .select(sql<Date | null>`nullif(covers_until, 'infinity')`.as('covers_until'))
      .where('organization_id', '=', organizationId)
      .orderBy('purpose')
      .orderBy('active_from', 'desc')
      .orderBy('kid')
      .execute();
    const current = rows.find(({ purpose, is_active }) => purpose === 'signing' && is_active);
    return rows.map((row) => {
      const { kid, purpose, public_key, active_from, covers_until, is_active } = row;
      const state = !is_active ? 'upcoming' : row === current ? 'current' : 'retired';
      return { kid, state: purpose === 'root' ? 'root' : state, public_key, active_from, covers_until };
    });
  }
}
