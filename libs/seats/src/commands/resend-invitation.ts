import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { MailLimits } from '#support/mails';
import { SeatPools } from '../domain/seat-pools.ts';
import type { SeatAccess } from './seat-access.ts';
import { findAccessibleSeat, seatSelector } from './find-accessible-seat.ts';

/**
 * Creates a new invitation to a seat and mails it. Earlier invitations become invalid. Throws `TooManyRequests` beyond the limits
 * of mail.
 */
export class ResendInvitation extends Command<void> {
  constructor(
    readonly access: SeatAccess,
    readonly seatId: string,
  ) {
    super();
  }
}

@CommandHandler(ResendInvitation)
export class ResendInvitationHandler implements ICommandHandler<ResendInvitation> {
  constructor(
    private readonly pools: SeatPools,
    private readonly mailLimits: MailLimits,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, seatId }: ResendInvitation): Promise<void> {
    const seat = await findAccessibleSeat(this.pools, access, seatId);
    const { organizationId, email } = seat;
    const { customerId } = access;
    await this.mailLimits.within(
      { kind: 'seat-invitation', organizationId, customerId, recipients: email === null ? [] : [email] },
      () => this.pools.change(seatSelector(seat), (pool) => pool.resend(seatId, this.clock.now())),
    );
  }
}
