import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { LicenseKeyNotTrial } from '../../domain/keys/license-key.errors.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { Trials } from '../../domain/trials/trials.ts';

/** Allows the device of a trial another one. The license key stays as it is. */
export class ForgetTrial extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(ForgetTrial)
export class ForgetTrialHandler implements ICommandHandler<ForgetTrial> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly trials: Trials,
  ) {}

  async execute({ access, id }: ForgetTrial): Promise<void> {
    const key = await this.licenseKeys.findSnapshot(id, access.visible);
    access.assertCanManage(key.organizationId);
    if (!key.policyState?.isTrial) throw new LicenseKeyNotTrial();
    await this.trials.forget(key);
  }
}
