import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefitGrants, FindGrantIds, FindPurchase } from '#entitlements/contract';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import type { PaymentState } from '../../domain/keys/standing.ts';

/** Tells the keys that a subscription brings or renews whether it is past due. */
export class NotePaymentOfSubscription extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly subscriptionId: string,
  ) {
    super();
  }
}

@CommandHandler(NotePaymentOfSubscription)
export class NotePaymentOfSubscriptionHandler implements ICommandHandler<NotePaymentOfSubscription> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, subscriptionId }: NotePaymentOfSubscription): Promise<void> {
    const purchase = await this.queries.execute(new FindPurchase({ subscriptionId }));
    if (!purchase?.payment || purchase.organizationId !== organizationId) return;
    const { pastDueUntil, asOf } = purchase.payment;
    const payment = { subscriptionId, pastDueUntil: pastDueUntil?.toISOString() ?? null, asOf: asOf.toISOString() };
    const wanted = { subscriptionIds: [subscriptionId] };
    const grantIds = await this.queries.execute(new FindGrantIds([organizationId], wanted));
    const grants = await this.queries.execute(new FindBenefitGrants(grantIds));
    const noteFor = async (grantId: string): Promise<void> => {
      const renewed = grants.get(grantId)?.renewsLicenseKeyId;
      const id = renewed ?? (await this.licenseKeys.findByGrant(organizationId, grantId))?.id;
      if (id) await this.note({ id, within: [organizationId] }, payment);
    };
    await Promise.all(grantIds.map(noteFor));
  }

  /** A key that the grant should have renewed may be gone. */
  private async note(which: { readonly id: string; readonly within: readonly string[] }, payment: PaymentState): Promise<void> {
    try {
      await this.licenseKeys.change(which, (key) => key.notePayment(payment));
    } catch (error) {
      if (!(error instanceof LicenseKeyNotFound)) throw error;
    }
  }
}
