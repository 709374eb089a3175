import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type Kysely, sql } from 'kysely';
import {
  BatchLoader,
  FEW_ROWS,
  fixedRead,
  pairKey,
  readByOrganization,
  readOrStreamList,
  ShortLists,
  unzipPairs,
} from '#engine/persistence';
import { mapList, type MaybeStreamed } from '#support/streamed-lists';
import type { LicenseKeyRow } from '../adapters/persistence/license-key.mapping.ts';
import { SHARING, STANDS_FOR_PLACE } from './installations.ts';
import type { ListedActivationView } from './license-key.view.ts';
import {
  ACTIVATION_COLUMNS,
  type ActivationColumns,
  activationsOf,
  KEY_COLUMNS,
  type KeyRow,
  toActivationViews,
} from './visible-keys.ts';

const BESIDE_VIEW = ['activation_count', 'over_limit_since', 'grant_id', 'member_id', 'status_revision'] as const;
type Row = KeyRow & Pick<LicenseKeyRow, (typeof BESIDE_VIEW)[number]>;

const KEYS = sql.raw([...KEY_COLUMNS, ...BESIDE_VIEW].map((column) => `k.${column}`).join(', '));

interface Pairs {
  readonly organizations: readonly string[];
  readonly ids: readonly string[];
}

const readPairs = fixedRead(
  (_db: Kysely<object>, { organizations, ids }: Pairs) => sql<Row>`select ${KEYS}
    from unnest(${organizations}::uuid[], ${ids}::uuid[]) as wanted (organization_id, license_key)
    join licensing.license_keys k on k.organization_id = wanted.organization_id and k.id = wanted.license_key`,
);

/** Reads license keys, and activations of keys that have few, with one statement for all requests at that moment. */
@Injectable()
export class LicenseKeyLoader {
  private readonly keys = new BatchLoader<Row>(
    (pairs) => readByOrganization(this.em, pairs, (some) => this.readKeys(some)),
    'microtask',
  );
  private readonly activations: ShortLists<ActivationColumns>;

  constructor(private readonly em: EntityManager) {
    this.activations = new ShortLists(em, {
      table: 'licensing.activations',
      columns: [...ACTIVATION_COLUMNS, sql`${SHARING} as sharing`],
      owner: 'license_key_id',
      where: sql`deactivated_at is null and ${STANDS_FOR_PLACE}`,
    });
  }

  /** The key, if it belongs to one of the organizations. */
  async find(organizations: readonly string[], id: string): Promise<Row | undefined> {
    const found = await this.keys.readAll(organizations.map((organizationId) => pairKey(organizationId, id)));
    return found.values().next().value;
  }

  /** The activations of a key that are not deactivated, oldest first. */
  async activationsOf(key: Row): Promise<MaybeStreamed<ListedActivationView>> {
    const few = key.activation_count > FEW_ROWS ? null : await this.activations.read(key.organization_id, key.id);
    return mapList(few ?? (await readOrStreamList(this.em, activationsOf(this.em, key))), toActivationViews);
  }

  private async readKeys(pairs: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const [organizations, ids] = unzipPairs(pairs);
    const rows = await readPairs(this.em, { organizations, ids });
    return new Map(rows.map((row) => [pairKey(row.organization_id, row.id), row]));
  }
}
