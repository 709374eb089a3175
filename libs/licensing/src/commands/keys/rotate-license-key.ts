import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { Clock } from '#kernel';
import { generatedString } from '../../domain/keys/key-string.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { KeyStrings } from './key-strings.ts';
import { type Actor, assertCanManage, assertCanSee, organizationsOf } from './key-permissions.ts';

/** Replaces the key string. `overlapSeconds`: how long the old string also works. */
export class RotateLicenseKey extends Command<LicenseKeySnapshot> {
  constructor(
    readonly actor: Actor,
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
    private readonly strings: KeyStrings,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ actor, id, overlapSeconds }: RotateLicenseKey): Promise<LicenseKeySnapshot> {
    const within = organizationsOf(actor);
    const owner = await this.licenseKeys.ownerOf(id, within);
    assertCanSee(actor, owner);
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([owner.benefitId]))).get(owner.benefitId);
    const newString = benefit ? await this.strings.prepare(benefit) : () => generatedString({ prefix: null });
    return this.licenseKeys.change({ id, within }, (licenseKey) => {
      assertCanManage(actor, licenseKey.organizationId);
      const now = this.clock.now();
      const overlapEnd = overlapSeconds > 0 ? new Date(now.getTime() + overlapSeconds * 1000) : null;
      const { expiresAt, entitlements = null } = licenseKey.snapshot;
      licenseKey.rotate(newString({ expiresAt, entitlements }, now).key, overlapEnd, now);
      return licenseKey.snapshot;
    });
  }
}
