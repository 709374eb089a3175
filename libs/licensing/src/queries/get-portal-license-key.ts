import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type CustomerAccess, ResourceNotFound, Clock } from '#kernel';
import { readOrStreamList } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { mapList, type Streamed } from '#support/streamed-lists';
import { CustomerLoader } from './customer-loader.ts';
import { heldPlacesOf } from './held-places.ts';
import type { PortalLicenseKeyWithActivationsView } from './license-key.view.ts';
import { activationsOf, placesOf, PORTAL_KEY_COLUMNS, portalKeys, toActivationViews, toPortalView } from './visible-keys.ts';

/** A license key of the customer or member, with its activations if the benefit has `enable_customer_admin`. */
export class GetPortalLicenseKey extends Query<Streamed<PortalLicenseKeyWithActivationsView, 'activations'>> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetPortalLicenseKey)
export class GetPortalLicenseKeyHandler implements IQueryHandler<GetPortalLicenseKey> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: GetPortalLicenseKey): Promise<Streamed<PortalLicenseKeyWithActivationsView, 'activations'>> {
    const keys = portalKeys(this.em, access).select(PORTAL_KEY_COLUMNS).select(['activation_count', 'over_limit_since']);
    const row = await keys.where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    const [customer, benefits] = await Promise.all([
      this.customers.of(row.customer_id),
      this.queries.execute(new FindLicenseKeyBenefits([row.benefit_id])),
    ]);
    const isShown = benefits.get(row.benefit_id)?.activations?.enableCustomerAdmin ?? false;
    const now = this.clock.now(row.organization_id);
    return {
      ...toPortalView(row, customer, { keyring: this.keyring, now }),
      activations: isShown ? await mapList(await readOrStreamList(this.em, activationsOf(this.em, row)), toActivationViews) : [],
      ...(isShown ? { ...placesOf(row), ...(await heldPlacesOf(this.em, row, now)) } : {}),
    };
  }
}
