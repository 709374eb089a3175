import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf } from '#engine/persistence';
import type { BenefitReference } from '../../domain/product-references.ts';
import { ProductReferenceLookup, type WhichProduct } from '../../domain/products.ts';
import type { CatalogTables } from './benefit.mapping.ts';
import type { CustomFieldTables } from './custom-field.mapping.ts';
import type { FileTables } from './file.mapping.ts';

@Injectable()
export class PgProductReferenceLookup extends ProductReferenceLookup {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async benefits(ids: readonly string[], { id, organizations }: WhichProduct): Promise<ReadonlyMap<string, BenefitReference>> {
    const onProduct = sql<string>`select unnest(benefit_ids) from catalog.products where id = ${id}`;
    const rows = await this.db()
      .selectFrom('catalog.benefits')
      .select(['id', 'organization_id', 'selectable'])
      .where(sql<boolean>`id = any(${ids}::uuid[] || array(${onProduct}))`)
      .where(anyOf('organization_id', organizations))
      .where('deleted_at', 'is', null)
      .execute();
    return new Map(rows.map((row) => [row.id, { organizationId: row.organization_id, selectable: row.selectable }]));
  }

  async medias(ids: readonly string[], organizationId: string): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const uploaded = this.db()
      .selectFrom('catalog.files')
      .select('id')
      .where('service', '=', 'product_media')
      .where('uploaded_at', 'is not', null);
    return idsOf(await uploaded.where(this.existing(ids, organizationId)).execute());
  }

  async customFields(ids: readonly string[], organizationId: string): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const fields = this.db().selectFrom('catalog.custom_fields').select('id');
    return idsOf(await fields.where(this.existing(ids, organizationId)).execute());
  }

  private existing(ids: readonly string[], organizationId: string) {
    return sql<boolean>`${anyOf('id', ids)} and organization_id = ${organizationId} and deleted_at is null`;
  }

  private db() {
    return this.em.getKysely<CatalogTables & CustomFieldTables & FileTables>();
  }
}

const idsOf = (rows: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id));
