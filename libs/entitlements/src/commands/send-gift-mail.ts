import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { FindOrganizations } from '#organizations/contract';
import { Mailer, MailLimits, PortalUrl } from '#support/mails';
import { giftEmail } from '../domain/gift-email.ts';

/**
 * Mails whoever gets a purchase as a gift. A repetition sends it again. Throws `TooManyRequests` beyond the limits of mail: it is then
 * repeated later.
 */
export class SendGiftMail extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly gift: { readonly buyerId: string; readonly recipientId: string; readonly productId: string },
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(SendGiftMail)
export class SendGiftMailHandler implements ICommandHandler<SendGiftMail> {
  constructor(
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, gift: { buyerId, recipientId, productId }, locale }: SendGiftMail): Promise<void> {
    const [organizations, products, customers] = await Promise.all([
      this.queries.execute(new FindOrganizations([organizationId])),
      this.queries.execute(new FindProducts([productId])),
      this.queries.execute(new FindCustomers([buyerId, recipientId])),
    ]);
    const [buyer, recipient] = [customers.get(buyerId), customers.get(recipientId)];
    if (!recipient?.email || recipient.deleted_at !== null) return;
    const { sender, slug } = organizations.get(organizationId)!;
    const by = buyer?.name ?? buyer?.email ?? null;
    const data = { by, product: products.get(productId)!.name, portalUrl: `${this.portal.portalUrl}/portal/${slug}` };
    const email = giftEmail.email(recipient.email, sender, data, recipient.locale, locale);
    const mail = { kind: 'gift', organizationId, customerId: null, recipients: [recipient.email] } as const;
    await this.mailLimits.within(mail, () => this.mailer.send(email, { customerIds: [recipientId] }));
  }
}
