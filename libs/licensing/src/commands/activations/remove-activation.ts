import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { Clock, CustomerAccess } from '#kernel';
import { DevicesNotManaged } from '../../domain/keys/license-key.errors.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { type Actor, assertCanManage, assertCanSee, organizationsOf } from '../keys/key-permissions.ts';

/** The seller removes a device, named by one of its activations, or the customer one of its own, if the benefit has `enableCustomerAdmin`. */
export class RemoveActivation extends Command<void> {
  constructor(
    readonly actor: Actor,
    readonly id: string,
    readonly activationId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveActivation)
export class RemoveActivationHandler implements ICommandHandler<RemoveActivation> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ actor, id, activationId }: RemoveActivation): Promise<void> {
    const within = organizationsOf(actor);
    const owner = await this.licenseKeys.ownerOf(id, within);
    assertCanSee(actor, owner);
    if (actor instanceof CustomerAccess) {
      const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([owner.benefitId]))).get(owner.benefitId);
      if (!benefit?.activations?.enableCustomerAdmin) throw new DevicesNotManaged();
    }
    await this.licenseKeys.change({ id, within, activationId, to: 'deactivate' }, (licenseKey) => {
      assertCanManage(actor, licenseKey.organizationId);
      licenseKey.removeDevice(activationId, this.clock.now());
    });
  }
}
