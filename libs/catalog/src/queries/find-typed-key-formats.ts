import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, sql } from 'kysely';
import { fixedRead } from '#platform/persistence';
import { camelCased } from '#platform/wire';
import { FindTypedKeyFormats, type TypedKeyFormat } from '../contract/index.ts';
import type { LicenseKeysShape } from '../adapters/persistence/benefit.mapping.ts';

const MOST = 50;

interface Row {
  readonly prefix: string | null;
  readonly format: NonNullable<LicenseKeysShape['key_format']>;
}

const read = fixedRead(
  (_db: Kysely<object>, { organizationId }: { readonly organizationId: string }) => sql<Row>`
    select distinct properties ->> 'prefix' as prefix, properties -> 'key_format' as format from catalog.benefits
    where organization_id = ${organizationId} and deleted_at is null
      and properties -> 'key_format' -> 'accepts_typed_input' = 'true'
    limit ${sql.lit(MOST)}`,
);

@QueryHandler(FindTypedKeyFormats)
export class FindTypedKeyFormatsHandler implements IQueryHandler<FindTypedKeyFormats> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId }: FindTypedKeyFormats): Promise<readonly TypedKeyFormat[]> {
    const rows = await read(this.em, { organizationId });
    return rows.map(({ prefix, format }) => ({ prefix, format: camelCased(format) }));
  }
}
