import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { readDb, tagsOfRecords } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { LICENSE_KEY_TAGS } from '../adapters/persistence/sql/license-key-tags.ts';
import { CustomerLoader } from './customer-loader.ts';
import type { ExportedKeyView } from './exported-key.view.ts';
import type { KeyConditions, KeyFilter } from './key-conditions.ts';
import { type KeyOrder, KeyPages, type ListedRow } from './key-pages.ts';
import { positionIn } from './search-license-keys.ts';

const PAGE = 500;

/** All keys that match with their strings, read in pages while they are taken. */
export class ExportKeys extends Query<AsyncGenerator<ExportedKeyView, void>> {
  constructor(
    readonly access: Access,
    readonly filter: KeyFilter & { readonly organization_id?: readonly string[] },
  ) {
    super();
  }
}

@QueryHandler(ExportKeys)
export class ExportKeysHandler implements IQueryHandler<ExportKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly pages: KeyPages,
    private readonly customers: CustomerLoader,
    private readonly keyring: Keyring,
  ) {}

  /** Oldest first; those of a range of expiry in its order. */
  async execute({ access, filter }: ExportKeys): Promise<AsyncGenerator<ExportedKeyView, void>> {
    const { organization_id, ...others } = filter;
    const organizations = access.narrow(organization_id);
    const isRange = filter.expires_after !== undefined || filter.expires_before !== undefined;
    const order: KeyOrder = { by: isRange ? 'expires_at' : 'created_at', isDescending: false };
    return this.keys(organizations, await this.pages.conditions(organizations, others), order);
  }

  private async *keys(
    organizations: readonly string[],
    conditions: KeyConditions,
    order: KeyOrder,
  ): AsyncGenerator<ExportedKeyView, void> {
    const after = (last: ListedRow | null) =>
      this.pages.read(organizations, conditions, { order, after: last && positionIn(order, last), limit: PAGE });
    for (let page = await after(null); page.length > 0; page = page.length < PAGE ? [] : await after(page.at(-1)!)) {
      yield* await this.withStrings(page);
    }
  }

  private async withStrings(rows: readonly ListedRow[]): Promise<ExportedKeyView[]> {
    const organizations = [...new Set(rows.map(({ organization_id }) => organization_id))];
    const [strings, customers, tags] = await Promise.all([
      this.stringsOf(rows),
      this.customers.ofAll(rows.map(({ customer_id }) => customer_id)),
      tagsOfRecords(
        this.em,
        LICENSE_KEY_TAGS,
        organizations,
        rows.map(({ id }) => id),
      ),
    ]);
    return rows.map(({ policy: _policy, policy_state: _state, display_key: _shown, ...row }) => {
      const { email, name } = customers.get(row.customer_id)!;
      const key = strings.get(row.id)!;
      return { ...row, key, tags: [...(tags.get(row.id) ?? [])], customer_email: email, customer_name: name };
    });
  }

  private async stringsOf(rows: readonly ListedRow[]): Promise<ReadonlyMap<string, string>> {
    const [organizations, ids] = [rows.map(({ organization_id }) => organization_id), rows.map(({ id }) => id)];
    const found = await sql<{ readonly id: string; readonly encrypted_key: Buffer }>`
      select k.id, k.encrypted_key from unnest(${organizations}::uuid[], ${ids}::uuid[]) as wanted (organization_id, key)
      join licensing.license_keys k on k.organization_id = wanted.organization_id and k.id = wanted.key`.execute(
      readDb<object>(this.em),
    );
    return new Map(found.rows.map(({ id, encrypted_key }) => [id, this.keyring.decrypt(encrypted_key)]));
  }
}
