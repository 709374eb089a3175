import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { FindSeatHolders, HoldsSeat } from '#entitlements/needs';
import { claimedSeats } from './claimed-seats.ts';

const BATCH = 200;

@QueryHandler(FindSeatHolders)
export class FindSeatHoldersHandler implements IQueryHandler<FindSeatHolders> {
  constructor(private readonly em: EntityManager) {}

  async execute({ purchase, after }: FindSeatHolders): Promise<string[]> {
    let holders = claimedSeats(this.em, purchase).orderBy('s.member_id').limit(BATCH);
    if (after !== null) holders = holders.where('s.member_id', '>', after);
    return (await holders.execute()).map(({ member_id }) => member_id!);
  }
}

@QueryHandler(HoldsSeat)
export class HoldsSeatHandler implements IQueryHandler<HoldsSeat> {
  constructor(private readonly em: EntityManager) {}

  async execute({ purchase, memberIds }: HoldsSeat): Promise<boolean> {
    const held = claimedSeats(this.em, purchase).where('s.member_id', 'in', memberIds);
    return (await held.executeTakeFirst()) !== undefined;
  }
}
