import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { BenefitGrants } from '../domain/benefit-grants.ts';

/** Stores in a grant which license key it renewed. Its display form is left out: it changes with the key, which has a grant of its own. */
export class LinkRenewedKey extends Command<void> {
  constructor(
    readonly which: { readonly id: string; readonly organizationId: string },
    readonly licenseKeyId: string,
  ) {
    super();
  }
}

@CommandHandler(LinkRenewedKey)
export class LinkRenewedKeyHandler implements ICommandHandler<LinkRenewedKey> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly clock: Clock,
  ) {}

  execute({ which, licenseKeyId }: LinkRenewedKey): Promise<void> {
    return this.grants.change(which, (grant) => grant.setProperties({ license_key_id: licenseKeyId }, this.clock.now()));
  }
}
