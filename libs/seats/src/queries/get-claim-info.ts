import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindProducts } from '#catalog/contract';
import { FindPurchase } from '#entitlements/contract';
import { WallClock, ResourceNotFound } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { Keyring } from '#engine/secrets';
import type { SeatClaimInfoView } from './seat.view.ts';
import { SeatLoader } from './seat-loader.ts';

/** The product and the organization that an invitation token is for. */
export class GetClaimInfo extends Query<SeatClaimInfoView> {
  constructor(readonly token: string) {
    super();
  }
}

@QueryHandler(GetClaimInfo)
export class GetClaimInfoHandler implements IQueryHandler<GetClaimInfo> {
  constructor(
    private readonly seats: SeatLoader,
    private readonly queries: QueryBus,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {}

  /** All invalid tokens cost one look-up and get the same response, so that neither time nor text reveals the reason. */
  async execute({ token }: GetClaimInfo): Promise<SeatClaimInfoView> {
    const digests = this.keyring.digests('invitation-token', token);
    const seat = await this.seats
      .rows()
      .where(sql<boolean>`s.invitation_digest = any(${digests}::bytea[])`)
      .where('s.status', '=', 'pending')
      .where('s.invitation_token_expires_at', '>', this.clock.now())
      .executeTakeFirst();
    if (!seat) throw new ResourceNotFound();
    const { subscription_id: subscriptionId, order_id: orderId } = seat;
    const purchase = (await this.queries.execute(new FindPurchase(subscriptionId ? { subscriptionId } : { orderId: orderId! })))!;
    if (!purchase.entitles) throw new ResourceNotFound();
    const [products, organizations] = await Promise.all([
      this.queries.execute(new FindProducts([purchase.productId])),
      this.queries.execute(new FindOrganizations([purchase.organizationId])),
    ]);
    const organization = organizations.get(purchase.organizationId)!;
    return {
      product_name: products.get(purchase.productId)!.name,
      product_id: purchase.productId,
      organization_name: organization.name,
      organization_slug: organization.slug,
      customer_email: seat.email ?? '',
      can_claim: true,
    };
  }
}
