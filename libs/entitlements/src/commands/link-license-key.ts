import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { GrantProperties } from '../domain/benefit-grant.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';

/**
 * Stores in a grant the license key that was issued for it or that it renewed. The display form of a renewed key is left out: it changes
 * with the key, which has a grant of its own.
 */
export class LinkLicenseKey extends Command<void> {
  constructor(
    readonly which: { readonly id: string; readonly organizationId: string },
    readonly key: GrantProperties & { readonly license_key_id: string },
  ) {
    super();
  }
}

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
