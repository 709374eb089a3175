import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { LinkLicenseKey } from '../contract/keys-of-grants.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';

@CommandHandler(LinkLicenseKey)
export class LinkLicenseKeyHandler implements ICommandHandler<LinkLicenseKey> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly clock: Clock,
  ) {}

  execute({ which, key }: LinkLicenseKey): Promise<void> {
    return this.grants.change(which, (grant) => grant.linkKey(key, this.clock.now()));
  }
}
