import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { entitlementsOfPurchase } from './benefit-terms.ts';

/** Brings the flags of all keys that the holder of a grant has from the same purchase into line with the grants. */
export class SyncEntitlements extends Command<void> {
  constructor(readonly grantId: string) {
    super();
  }
}

@CommandHandler(SyncEntitlements)
export class SyncEntitlementsHandler implements ICommandHandler<SyncEntitlements> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ grantId }: SyncEntitlements): Promise<void> {
    const purchase = await entitlementsOfPurchase(grantId, this.queries);
    if (!purchase?.hasFlags) return;
    const { organizationId, revision, shown } = purchase;
    const keys = await Promise.all(purchase.grantsOfKeys.map((id) => this.licenseKeys.findByGrant(organizationId, id)));
    const outdated = keys.filter((key) => key !== undefined).filter((key) => key.entitlementsRevision < revision);
    const [within, now] = [[organizationId], this.clock.now()];
    await Promise.all(
      outdated.map(({ id }) => this.licenseKeys.change({ id, within }, (key) => key.entitle(revision, shown, now))),
    );
  }
}
