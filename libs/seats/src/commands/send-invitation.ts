import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { FindPurchase } from '#entitlements/contract';
import { WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { Mailer, PortalUrl } from '#support/mails';
import { FindOrganizations } from '#organizations/contract';
import { claimUrl } from '../contract/claim-url.ts';
import { invitationEmail } from '../domain/invitation-email.ts';
import { type SeatLocation, SeatPools } from '../domain/seat-pools.ts';
import { seatSelector } from './find-accessible-seat.ts';
import { purchaseSelector } from './find-accessible-purchase.ts';

/** Mails an invitation to the holder of a seat if it is still the latest one. A repetition sends a new token. */
export class SendInvitation extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly seatId: string,
    readonly invitation: number,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(SendInvitation)
export class SendInvitationHandler implements ICommandHandler<SendInvitation> {
  constructor(
    private readonly pools: SeatPools,
    private readonly tokens: Tokens,
    private readonly mailer: Mailer,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  /** The token is created here and only mailed, so that it is in no event, job or log. */
  async execute({ organizationId, seatId, invitation, locale }: SendInvitation): Promise<void> {
    const seat = await this.pools.seat(seatId, [organizationId]);
    if (!seat) return;
    const { token, digest } = this.tokens.make('invitation');
    const to = await this.pools.change<string | null>(seatSelector(seat), (pool) =>
      pool.attachTokenForSending(seatId, invitation, digest, this.clock.now()),
    );
    if (to === null) return;
    const { sender, slug, product, buyer } = await this.purchaseOf(seat);
    const data = { by: buyer?.name ?? buyer?.email ?? null, product, claimUrl: claimUrl(this.portal.portalUrl, slug, token) };
    const about = { customerIds: buyer ? [buyer.id] : [], resourceId: seatId };
    await this.mailer.send(invitationEmail.email(to, sender, data, buyer?.locale, locale), about);
  }

  private async purchaseOf(seat: SeatLocation) {
    const { organizationId, productId, customerId } = (await this.queries.execute(new FindPurchase(purchaseSelector(seat))))!;
    const [organizations, products, customers] = await Promise.all([
      this.queries.execute(new FindOrganizations([organizationId])),
      this.queries.execute(new FindProducts([productId])),
      this.queries.execute(new FindCustomers([customerId])),
    ]);
    const { sender, slug } = organizations.get(organizationId)!;
    return { sender, slug, product: products.get(productId)!.name, buyer: customers.get(customerId) };
  }
}
