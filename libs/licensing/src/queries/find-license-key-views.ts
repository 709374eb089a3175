import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Keyring } from '#platform/secrets';
import { FindLicenseKeyViews } from '../contract/index.ts';
import { CustomerLoader } from './customer-loader.ts';
import { LicenseKeyLoader } from './license-key-loader.ts';
import { toView } from './visible-keys.ts';

@QueryHandler(FindLicenseKeyViews)
export class FindLicenseKeyViewsHandler implements IQueryHandler<FindLicenseKeyViews> {
  constructor(
    private readonly keys: LicenseKeyLoader,
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
  ) {}

  async execute({ keys }: FindLicenseKeyViews): Promise<ReadonlyMap<string, object>> {
    const rows = await Promise.all(keys.map(({ organizationId, id }) => this.keys.find([organizationId], id)));
    const found = rows.filter((row) => row !== undefined);
    const customers = await this.customers.ofAll(found.map(({ customer_id }) => customer_id));
    return new Map(
      found.map((row) => {
        const reading = { keyring: this.keyring, now: this.clock.now(row.organization_id) };
        const { key: _secret, ...view } = toView(row, customers.get(row.customer_id)!, reading);
        return [row.id, view];
      }),
    );
  }
}
