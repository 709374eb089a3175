import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound, Clock } from '#kernel';
import { Keyring } from '#engine/secrets';
import { CustomerLoader } from './customer-loader.ts';
import type { ActivationWithKeyView } from './license-key.view.ts';
import { ACTIVATION_COLUMNS, KEY_COLUMNS, toActivationView, toView, visibleActivations, visibleKeys } from './visible-keys.ts';

export class GetActivation extends Query<ActivationWithKeyView> {
  constructor(
    readonly access: Access,
    readonly licenseKeyId: string,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetActivation)
export class GetActivationHandler implements IQueryHandler<GetActivation> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
  ) {}

  async execute({ access, licenseKeyId, id }: GetActivation): Promise<ActivationWithKeyView> {
    const [key, activation] = await Promise.all([
      visibleKeys(this.em, access.visible).select(KEY_COLUMNS).where('id', '=', licenseKeyId).executeTakeFirst(),
      visibleActivations(this.em, access.visible)
        .select(ACTIVATION_COLUMNS)
        .where('id', '=', id)
        .where('license_key_id', '=', licenseKeyId)
        .executeTakeFirst(),
    ]);
    if (!key || !activation) throw new ResourceNotFound();
    return {
      ...toActivationView(activation),
      license_key: toView(key, await this.customers.of(key.customer_id), {
        keyring: this.keyring,
        now: this.clock.now(key.organization_id),
      }),
    };
  }
}
