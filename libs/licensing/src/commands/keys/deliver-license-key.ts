import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { FindCustomers, FindMemberOfCustomer, FindMembers } from '#customer-portal/contract';
import { FindBenefitGrants } from '#entitlements/contract';
import { Mailer, MailLimits } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { deliveryEmail } from '../../domain/keys/delivery-email.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key.types.ts';
import { LicenseKeys, type KeyOwner } from '../../domain/keys/license-keys.ts';

/**
 * Mails a new key if its benefit has `deliverByEmail`, unless its purchase says otherwise: to the member, else to the customer, else, for a team without an address,
 * to its owner. The key is read when it is sent; it is not sent if it is no longer granted or its customer is deleted. A repetition
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
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, id, benefitId, grantId, locale }: DeliverLicenseKey): Promise<void> {
    const terms = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!terms || !(await this.isWanted(terms, grantId))) return;
    const found = await this.licenseKeys.findSnapshot(id, [organizationId]);
    const [recipient, benefits, organizations] = await Promise.all([
      this.recipientOf(found),
      this.queries.execute(new FindBenefits([benefitId])),
      this.queries.execute(new FindOrganizations([organizationId])),
    ]);
    if (found.status !== 'granted' || !recipient) return;
    const { to } = recipient;
    const { sender } = organizations.get(organizationId)!;
    const delivery = { benefit: benefits.get(benefitId)!.description, key: found.key, expiresAt: found.expiresAt };
    const email = deliveryEmail.email(to, sender, delivery, recipient.locale, locale);
    await this.mailLimits.within({ kind: 'license-key', organizationId, customerId: null, recipients: [to] }, () =>
      this.mailer.send(email),
    );
  }

  private async isWanted({ deliverByEmail }: LicenseKeyTerms, grantId: string | null): Promise<boolean> {
    if (grantId === null) return deliverByEmail;
    const grants = await this.queries.execute(new FindBenefitGrants([grantId]));
    return grants.get(grantId)?.deliverByEmail ?? deliverByEmail;
  }

  private async recipientOf({ organizationId, customerId, memberId }: LicenseKeySnapshot & KeyOwner) {
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (!customer || customer.deleted_at) return null;
    const to =
      memberId === null
        ? (customer.email ?? (await this.ownerOf(organizationId, customerId))?.email)
        : (await this.queries.execute(new FindMembers([memberId]))).get(memberId)?.email;
    return to ? { to, locale: customer.locale } : null;
  }

  private ownerOf(organizationId: string, customerId: string) {
    return this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, { role: 'owner' }));
  }
}
