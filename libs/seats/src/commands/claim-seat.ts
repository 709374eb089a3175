import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindRemainingMembers, OpenMemberSession } from '#customer-portal/contract';
import { FindPurchase } from '#entitlements/contract';
import { WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { InvalidInvitationToken } from '../domain/seat.errors.ts';
import { type SeatLocation, SeatPools } from '../domain/seat-pools.ts';
import { purchaseSelector } from './find-accessible-purchase.ts';
import { seatSelector } from './find-accessible-seat.ts';

export interface ClaimedSeat {
  readonly seatId: string;
  readonly organizationId: string;
  /** Token of a portal session for the holder. */
  readonly sessionToken: string;
}

/** Claims the seat of an invitation token and opens a portal session. The claim remains even if the session cannot be opened. */
export class ClaimSeat extends Command<ClaimedSeat> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(ClaimSeat)
export class ClaimSeatHandler implements ICommandHandler<ClaimSeat> {
  constructor(
    private readonly pools: SeatPools,
    private readonly tokens: Tokens,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  /** Every invalid token costs the same look-up and gets the same response, whatever the reason. */
  async execute({ token }: ClaimSeat): Promise<ClaimedSeat> {
    const now = this.clock.now();
    const digests = this.tokens.digestsOf('invitation', token);
    const seat = await this.pools.invited(digests, now);
    if (!seat || !(await this.isClaimable(seat))) throw new InvalidInvitationToken();
    const { organizationId, seatId } = seat;
    await this.pools.change(seatSelector(seat), (pool) => {
      pool.claim(digests, now);
    });
    const session = await this.commands.execute(new OpenMemberSession(organizationId, seat.memberId!));
    return { seatId, organizationId, sessionToken: session.token };
  }

  /**
   * The holder exists and has the address to which the invitation was sent, and the purchase still entitles. Seats of others are revoked,
   * and other addresses followed, by a worker, which may not have run yet.
   */
  private async isClaimable(seat: SeatLocation): Promise<boolean> {
    const memberId = seat.memberId!;
    const [members, purchase] = await Promise.all([
      this.queries.execute(new FindRemainingMembers([memberId])),
      this.queries.execute(new FindPurchase(purchaseSelector(seat))),
    ]);
    const holder = members.get(memberId);
    return holder?.is_customer_deleted === false && holder.email === seat.email && purchase?.entitles === true;
  }
}
