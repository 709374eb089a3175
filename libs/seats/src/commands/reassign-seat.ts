import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { MailLimits } from '#support/mails';
import { SeatPools } from '../domain/seat-pools.ts';
import { assertEntitles, findAccessiblePurchase, purchaseSelector } from './find-accessible-purchase.ts';
import { findAccessibleSeat, seatSelector } from './find-accessible-seat.ts';
import { type RecipientInput, recipientsOf } from './recipients.ts';
import type { SeatAccess } from './seat-access.ts';

/**
 * Takes a seat from its holder and assigns it to somebody else, both or neither, to be claimed by invitation unless it is claimed
 * `immediately`. Returns the id of the seat. Throws `TooManyRequests` if the invitation exceeds the limits of mail.
 */
export class ReassignSeat extends Command<string> {
  constructor(
    readonly access: SeatAccess,
    readonly id: string,
    readonly recipient: RecipientInput,
    readonly immediately: boolean,
  ) {
    super();
  }
}

@CommandHandler(ReassignSeat)
export class ReassignSeatHandler implements ICommandHandler<ReassignSeat> {
  constructor(
    private readonly pools: SeatPools,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly mailLimits: MailLimits,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, recipient: named, immediately }: ReassignSeat): Promise<string> {
    const seat = await findAccessibleSeat(this.pools, access, id);
    const purchase = await findAccessiblePurchase(this.queries, access, purchaseSelector(seat));
    assertEntitles(purchase);
    const [recipient] = await recipientsOf({ queries: this.queries, commands: this.commands }, access, purchase, [named]);
    const { organizationId } = seat;
    const invited = immediately ? [] : [recipient!.email];
    return this.mailLimits.within(
      { kind: 'seat-invitation', organizationId, customerId: access.customerId, recipients: invited },
      () =>
        this.pools.change({ ...seatSelector(seat), recipients: [recipient!] }, (pool) => {
          const status = immediately ? 'claimed' : 'pending';
          return pool.reassign(id, recipient!, status, this.clock.now()).id;
        }),
    );
  }
}
