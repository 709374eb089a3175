import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound, Clock } from '#kernel';
import { offsetOf, type Paging } from '#platform/http';
import { Keyring } from '#platform/secrets';
import type { Streamed } from '#platform/wire';
import { CustomerLoader } from './customer-loader.ts';
import { LicenseKeyLoader } from './license-key-loader.ts';
import type { ActivationView, LicenseKeyWithActivationsView } from './license-key.view.ts';
import { activationsOf, toView } from './visible-keys.ts';

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
  ) {}

  async execute({ access, id, activations }: GetLicenseKey): Promise<Streamed<LicenseKeyWithActivationsView, 'activations'>> {
    const row = await this.keys.find(access.visible, id);
    if (!row) throw new ResourceNotFound();
    const [customer, current] = await Promise.all([
      this.customers.of(row.customer_id),
      activations ? pageOf(activationsOf(this.em, row), activations) : this.keys.activationsOf(row),
    ]);
    return { ...toView(row, customer, { keyring: this.keyring, now: this.clock.now() }), activations: current };
  }
}

const pageOf = ({ query }: ReturnType<typeof activationsOf>, paging: Paging): Promise<ActivationView[]> =>
  query.orderBy('created_at').orderBy('id').limit(paging.limit).offset(offsetOf(paging)).execute();
