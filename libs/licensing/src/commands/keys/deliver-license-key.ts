import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, FindProducts } from '#catalog/contract';
import { FindBenefitGrants, FindPurchase } from '#entitlements/contract';
import { Mailer, MailLimits, PortalUrl } from '#support/mails';
import { deliveryEmail } from '../../domain/keys/delivery-email.ts';
import { KeyMails } from '../../domain/keys/key-mails.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { mailKeyHolder } from './key-holder.ts';

/**
 * Mails a key. A new one only if its benefit has `deliverByEmail`, unless its purchase says otherwise. The key is read when it is sent; it is not sent if it is no longer granted or its customer is deleted. A repetition
 * sends it again. Throws `TooManyRequests` beyond the limits of mail: the delivery is then repeated later.
 */
export class DeliverLicenseKey extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
    readonly benefitId: string,
    readonly grantId: string | null,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
    /** Whether the seller asked for the mail. */
    readonly isRequested = false,
    /** Whether a new key is mailed, if that is known. */
    readonly isWanted?: boolean,
  ) {
    super();
  }
}

@CommandHandler(DeliverLicenseKey)
export class DeliverLicenseKeyHandler implements ICommandHandler<DeliverLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly mails: KeyMails,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, id, benefitId, grantId, locale, isRequested, isWanted }: DeliverLicenseKey): Promise<void> {
    if (!isRequested && !(isWanted ?? (await this.isWanted(benefitId, grantId)))) return;
    const found = await this.licenseKeys.findSnapshot(id, [organizationId]);
    if (found.status !== 'granted') return;
    const { queries, mailer, mailLimits, portal } = this;
    const product = grantId === null ? null : await this.productOf(grantId);
    const isMailed = await mailKeyHolder(
      { queries, mailer, mailLimits },
      { ...found, benefitId },
      {
        kind: 'license-key',
        template: deliveryEmail,
        dataOf: ({ benefit, firstSteps, slug }) => ({
          product,
          benefit,
          firstSteps,
          key: found.key,
          expiresAt: found.expiresAt,
          portalUrl: `${portal.portalUrl}/portal/${slug}`,
        }),
        locale,
      },
    );
    if (isMailed && !isRequested) await this.mails.note(found, 'key');
  }

  /** The name of the product that a grant comes from. */
  private async productOf(grantId: string): Promise<string | null> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return null;
    const { orderId, subscriptionId } = grant;
    const purchase = await this.queries.execute(
      new FindPurchase(orderId === null ? { subscriptionId: subscriptionId! } : { orderId }),
    );
    const products = purchase && (await this.queries.execute(new FindProducts([purchase.productId])));
    return products?.get(purchase!.productId)?.name ?? null;
  }

  private async isWanted(benefitId: string, grantId: string | null): Promise<boolean> {
    const terms = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!terms) return false;
    const { deliverByEmail } = terms;
    if (grantId === null) return deliverByEmail;
    const grants = await this.queries.execute(new FindBenefitGrants([grantId]));
    return grants.get(grantId)?.deliverByEmail ?? deliverByEmail;
  }
}
