import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { BillCorrections } from '../domain/order.ts';
import { Orders } from '../domain/orders.ts';

/** Corrects whom the bill of an order names. */
export class CorrectBill extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly corrections: BillCorrections,
  ) {
    super();
  }
}

@CommandHandler(CorrectBill)
export class CorrectBillHandler implements ICommandHandler<CorrectBill> {
  constructor(
    private readonly orders: Orders,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, corrections }: CorrectBill): Promise<void> {
    return this.orders.change({ id, organizations: access.visible }, (order) => {
      access.demandManage(order.organizationId);
      order.correctBill(corrections, this.clock.now());
    });
  }
}
