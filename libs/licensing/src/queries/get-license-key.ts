import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Paging } from '#platform/http';
import { readOrStreamList } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import type { Streamed } from '#platform/wire';
import { CustomerLoader } from './customer-loader.ts';
import type { LicenseKeyWithActivationsView } from './license-key.view.ts';
import { activationsOf, KEY_COLUMNS, toView, visibleKeys } from './visible-keys.ts';

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
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
  ) {}

  async execute({ access, id, activations }: GetLicenseKey): Promise<Streamed<LicenseKeyWithActivationsView, 'activations'>> {
    const row = await visibleKeys(this.em, access.visible).select(KEY_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    const [customer, current] = await Promise.all([
      this.customers.of(row.customer_id),
      this.activations(row.organization_id, id, activations),
    ]);
    return { ...toView(row, customer, this.keyring), activations: current };
  }

  private activations(organizationId: string, id: string, paging?: Paging) {
    const current = activationsOf(this.em, organizationId, id);
    if (!paging) return readOrStreamList(this.em, current);
    return current.query.orderBy('created_at').orderBy('id').limit(paging.limit).offset(offsetOf(paging)).execute();
  }
}
