import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { SeatPools } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { findAccessibleSeat, seatSelector } from './find-accessible-seat.ts';

export interface CreatedInvitation {
  readonly organizationId: string;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Creates a new invitation to a seat and returns its token to the caller, who delivers it. No email is sent. The token opens a
 * session of the seat's member, so the caller must be allowed to act for customers.
 */
export class CreateInvitation extends Command<CreatedInvitation> {
  constructor(
    readonly access: SeatAccess,
    readonly customers: Access,
    readonly seatId: string,
  ) {
    super();
  }
}

@CommandHandler(CreateInvitation)
export class CreateInvitationHandler implements ICommandHandler<CreateInvitation> {
  constructor(
    private readonly pools: SeatPools,
    private readonly tokens: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, customers, seatId }: CreateInvitation): Promise<CreatedInvitation> {
    const seat = await findAccessibleSeat(this.pools, access, seatId);
    customers.assertCanManage(seat.organizationId);
    const { token, digest } = this.tokens.make('invitation');
    const expiresAt = await this.pools.change(seatSelector(seat), (pool) => pool.invite(seatId, digest, this.clock.now()));
    return { organizationId: seat.organizationId, token, expiresAt };
  }
}
