import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type Access, Clock } from '#kernel';
import { newKeyString } from '../domain/key-string.ts';
import type { LicenseKeyFacts } from '../domain/license-key-facts.ts';
import { LicenseKeys } from '../domain/license-keys.ts';

/** `overlapSeconds`: how long the old string still works beside the new one. */
export class RotateLicenseKey extends Command<LicenseKeyFacts> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly overlapSeconds: number,
  ) {
    super();
  }
}

@CommandHandler(RotateLicenseKey)
export class RotateLicenseKeyHandler implements ICommandHandler<RotateLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, overlapSeconds }: RotateLicenseKey): Promise<LicenseKeyFacts> {
    const benefitId = await this.licenseKeys.benefitOf(id, access.visible);
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    const newKey = newKeyString(benefit?.prefix ?? null);
    const now = this.clock.now();
    const overlapEnd = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null;
    return this.licenseKeys.change({ id, within: access.visible }, (licenseKey) => {
      access.demandManage(licenseKey.organizationId);
      licenseKey.rotate(newKey, overlapEnd, now);
      return licenseKey.facts;
    });
  }
}
