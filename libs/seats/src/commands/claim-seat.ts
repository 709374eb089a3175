import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindMemberOfCustomer, OpenMemberSession } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { InvitationTokens } from '../domain/invitation-tokens.ts';
import { InvalidInvitationToken } from '../domain/seat.errors.ts';
import { type SeatLocation, SeatPools } from '../domain/seat-pools.ts';
import { seatSelector } from './find-accessible-seat.ts';

export interface ClaimedSeat {
  readonly seatId: string;
  readonly organizationId: string;
  /** Lets the holder into the portal. */
  readonly sessionToken: string;
}

/** Whoever has the token of an invitation takes its seat. The claim is kept even if the session that follows is lost. */
export class ClaimSeat extends Command<ClaimedSeat> {
  constructor(readonly token: string) {
    super();
  }
}

@CommandHandler(ClaimSeat)
export class ClaimSeatHandler implements ICommandHandler<ClaimSeat> {
  constructor(
    private readonly pools: SeatPools,
    private readonly tokens: InvitationTokens,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  /** Every token that opens nothing, for whatever reason, costs the one look-up and gets the one answer. */
  async execute({ token }: ClaimSeat): Promise<ClaimedSeat> {
    const now = this.clock.now();
    const digests = this.tokens.digests(token);
    const place = await this.pools.invited(digests, now);
    if (!place || !(await this.isLiving(place))) throw new InvalidInvitationToken();
    const { organizationId, seatId } = place;
    await this.pools.change(seatSelector(place), (pool) => {
      pool.claim(digests, now);
    });
    const session = await this.commands.execute(new OpenMemberSession(organizationId, place.memberId!));
    return { seatId, organizationId, sessionToken: session.token };
  }

  private async isLiving({ organizationId, customerId, memberId }: SeatLocation): Promise<boolean> {
    const [customers, member] = await Promise.all([
      this.queries.execute(new FindCustomers([customerId])),
      this.queries.execute(new FindMemberOfCustomer(organizationId, customerId, { id: memberId! })),
    ]);
    return member !== null && customers.get(customerId)?.deleted_at === null;
  }
}
