import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers } from '#customer-portal/contract';
import { FindBenefitGrants, FindPurchase } from '#entitlements/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { belongsToSeat, hasTooManyActivations, isRevokedForGood } from '../../domain/keys/transfer.errors.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

const MOST_ACTIVATIONS = 1000;

/** Gives a key to another customer of the organization. What was bought stays with the buyer. */
export class TransferLicenseKey extends Command<LicenseKeySnapshot> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly customerId: string,
    readonly activations: 'keep' | 'deactivate',
  ) {
    super();
  }
}

@CommandHandler(TransferLicenseKey)
export class TransferLicenseKeyHandler implements ICommandHandler<TransferLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, customerId, activations }: TransferLicenseKey): Promise<LicenseKeySnapshot> {
    const key = await this.licenseKeys.findSnapshot(id, access.visible);
    access.assertCanManage(key.organizationId);
    await this.assertExists(key.organizationId, customerId);
    if (key.grantId !== null && (await this.isOfSeat(key.grantId))) throw belongsToSeat();
    if (key.status === 'revoked') throw isRevokedForGood();
    const activationIds = activations === 'deactivate' ? await this.liveActivationsOf(key) : [];
    return this.licenseKeys.change({ id, within: access.visible, activationIds, to: 'deactivate' }, (licenseKey) => {
      licenseKey.transferTo(customerId, this.clock.now(), activationIds);
      return licenseKey.snapshot;
    });
  }

  private async assertExists(organizationId: string, customerId: string): Promise<void> {
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    const exists = customer?.id === customerId && customer.organization_id === organizationId && !customer.deleted_at;
    if (!exists) throw ValidationFailed.at(['customerId'], 'Customer does not exist.', customerId);
  }

  /** The grants of members who hold no seat carry the owner of a team. */
  private async isOfSeat(grantId: string): Promise<boolean> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return false;
    const { subscriptionId, orderId } = grant;
    const purchase = await this.queries.execute(new FindPurchase(subscriptionId ? { subscriptionId } : { orderId: orderId! }));
    return purchase !== undefined && purchase.seats !== null;
  }

  private async liveActivationsOf({ id, organizationId }: LicenseKeySnapshot): Promise<string[]> {
    const live = await this.licenseKeys.activationsOf(organizationId, id, MOST_ACTIVATIONS + 1);
    if (live.length > MOST_ACTIVATIONS) throw hasTooManyActivations(MOST_ACTIVATIONS);
    return live;
  }
}
