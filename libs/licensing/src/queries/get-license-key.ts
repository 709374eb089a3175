import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Paging } from '#platform/http';
import { Keyring } from '#platform/secrets';
import { CustomerLoader } from './customer-loader.ts';
import type { LicenseKeyWithActivationsView } from './license-key.view.ts';
import { ACTIVATION_COLUMNS, KEY_COLUMNS, toView, visibleActivations, visibleKeys } from './visible-keys.ts';

/** A license key with its activations, oldest first: all of them, or a page if paging is given. */
export class GetLicenseKey extends Query<LicenseKeyWithActivationsView> {
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

  async execute({ access, id, activations }: GetLicenseKey): Promise<LicenseKeyWithActivationsView> {
    const row = await visibleKeys(this.em, access.visible).select(KEY_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    const current = visibleActivations(this.em, [row.organization_id])
      .select(ACTIVATION_COLUMNS)
      .where('license_key_id', '=', id)
      .orderBy('created_at')
      .orderBy('id');
    const [customer, page] = await Promise.all([
      this.customers.of(row.customer_id),
      (activations ? current.limit(activations.limit).offset(offsetOf(activations)) : current).execute(),
    ]);
    return { ...toView(row, customer, this.keyring), activations: page };
  }
}
