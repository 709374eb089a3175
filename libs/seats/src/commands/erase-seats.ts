import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SeatPools } from '../domain/seat-pools.ts';

/** Revokes, in batches, the seats of an anonymized customer, and erases the addresses and metadata of all of its seats. */
export class EraseSeats extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EraseSeats)
export class EraseSeatsHandler implements ICommandHandler<EraseSeats> {
  constructor(
    private readonly pools: SeatPools,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId }: EraseSeats): Promise<void> {
    for (const poolId of await this.pools.ofCustomer(organizationId, customerId)) {
      const which = { organizationId, poolId };
      for (let seatIds = await this.pools.withDetails(which); seatIds.length > 0; seatIds = await this.pools.withDetails(which)) {
        await this.pools.change({ ...which, seatIds }, (pool) => {
          for (const id of seatIds) pool.erase(id, this.clock.now());
        });
      }
    }
  }
}
