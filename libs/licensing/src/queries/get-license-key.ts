import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound, Clock } from '#kernel';
import { offsetOf, type Paging } from '#platform/http';
import { OrganizationClocks } from '#platform/clocks';
import { readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import type { Streamed } from '#support/streamed-lists';
import { takenSlots } from '../adapters/persistence/sql/taken-slots.ts';
import { CustomerLoader } from './customer-loader.ts';
import { heldPlacesOf } from './held-places.ts';
import { LicenseKeyLoader } from './license-key-loader.ts';
import type { LicenseKeyWithActivationsView, ListedActivationView } from './license-key.view.ts';
import { RevocationCauses } from './revocation-causes.ts';
import { activationsOf, type KeyRow, placesOf, toActivationViews, toView } from './visible-keys.ts';

/** A license key with its activations, oldest first: all of them, streamed if they are many, or a page if paging is given. */
export class GetLicenseKey extends Query<Streamed<LicenseKeyWithActivationsView, 'activations'>> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly activations?: Paging,
  ) {
    super();
  }
}

@QueryHandler(GetLicenseKey)
export class GetLicenseKeyHandler implements IQueryHandler<GetLicenseKey> {
  constructor(
    private readonly em: EntityManager,
    private readonly keys: LicenseKeyLoader,
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
    private readonly clocks: OrganizationClocks,
    private readonly causes: RevocationCauses,
  ) {}

  async execute({ access, id, activations }: GetLicenseKey): Promise<Streamed<LicenseKeyWithActivationsView, 'activations'>> {
    const row = await this.keys.find(access.visible, id);
    if (!row) throw new ResourceNotFound();
    const now = this.clock.now(row.organization_id);
    const [customer, current, held, taken] = await Promise.all([
      this.customers.of(row.customer_id),
      activations ? pageOf(activationsOf(this.em, row), activations) : this.keys.activationsOf(row),
      heldPlacesOf(this.em, row, now),
      row.policy?.floating ? this.takenSlotsOf(row) : undefined,
    ]);
    const check_outs = taken !== undefined && { taken, overdrawn: Math.max(0, taken - (row.limit_activations ?? 0)) };
    const because = await this.causes.of(row, customer);
    const view = toView(row, customer, { keyring: this.keyring, now });
    return { ...view, activations: current, ...(check_outs ? { check_outs } : {}), ...placesOf(row), ...held, ...because };
  }

  private async takenSlotsOf({ organization_id, id }: KeyRow): Promise<number> {
    const ahead = this.clocks.aheadMs(organization_id);
    const { rows } = await sql<{ readonly taken: number }>`select ${TAKEN} as taken
      from (select ${organization_id}::uuid as organization_id, ${id}::uuid as id,
        clock_timestamp() + ${ahead}::float8 * interval '1 millisecond' as now offset 0) k`.execute(readDb<object>(this.em));
    return rows[0]!.taken;
  }
}

const TAKEN = sql.raw(takenSlots('k', 'k.now'));

const pageOf = async ({ query }: ReturnType<typeof activationsOf>, paging: Paging): Promise<ListedActivationView[]> =>
  toActivationViews(await query.orderBy('created_at').orderBy('id').limit(paging.limit).offset(offsetOf(paging)).execute());
