import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { BatchLoader, readDb } from '#engine/persistence';
import { camelCased } from '#support/texts';
import { FindTypedKeyFormats } from '../contract/index.ts';
import type { TypedKeyFormat } from '../contract/find-typed-key-formats.ts';
import type { LicenseKeysShape } from '../adapters/persistence/benefit.mapping.ts';

const MOST = 50;

interface Row {
  readonly organization_id: string;
  readonly prefix: string | null;
  readonly format: NonNullable<LicenseKeysShape['key_format']>;
}

@QueryHandler(FindTypedKeyFormats)
export class FindTypedKeyFormatsHandler implements IQueryHandler<FindTypedKeyFormats> {
  /** In turn: whoever guesses keys causes one read at a time, however many are unknown. */
  private readonly formats = new BatchLoader((ids) => this.read(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: FindTypedKeyFormats): Promise<readonly TypedKeyFormat[]> {
    return (await this.formats.read(organizationId)) ?? [];
  }

  private async read(organizationIds: readonly string[]): Promise<ReadonlyMap<string, readonly TypedKeyFormat[]>> {
    const { rows } = await sql<Row>`
      select w.id as organization_id, f.prefix, f.format from unnest(${organizationIds}::uuid[]) as w (id)
      cross join lateral (
        select distinct properties ->> 'prefix' as prefix, properties -> 'key_format' as format from catalog.benefits
        where organization_id = w.id and deleted_at is null and properties -> 'key_format' -> 'accepts_typed_input' = 'true'
        limit ${sql.lit(MOST)}
      ) f`.execute(readDb<object>(this.em));
    const toFormat = ({ prefix, format }: Row): TypedKeyFormat => ({ prefix, format: camelCased(format) });
    return new Map([...Map.groupBy(rows, (row) => row.organization_id)].map(([id, those]) => [id, those.map(toFormat)]));
  }
}
