import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { Clock, type CustomerAccess } from '#kernel';
import { DevicesNotManaged } from '../../domain/keys/license-key.errors.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { assertCanSee, organizationsOf } from '../keys/key-permissions.ts';

/** A customer deactivates one of its devices, if the benefit has `enableCustomerAdmin`. */
export class DeactivateOwnActivation extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
    readonly activationId: string,
  ) {
    super();
  }
}

@CommandHandler(DeactivateOwnActivation)
export class DeactivateOwnActivationHandler implements ICommandHandler<DeactivateOwnActivation> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, activationId }: DeactivateOwnActivation): Promise<void> {
    const within = organizationsOf(access);
    const owner = await this.licenseKeys.ownerOf(id, within);
    assertCanSee(access, owner);
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([owner.benefitId]))).get(owner.benefitId);
    if (!benefit?.activations?.enableCustomerAdmin) throw new DevicesNotManaged();
    await this.licenseKeys.change({ id, within, activationId, leases: true }, (licenseKey) =>
      licenseKey.deactivate(activationId, this.clock.now()),
    );
  }
}
