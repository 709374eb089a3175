import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { OrderTags } from '../domain/order-tags.ts';

/** Gives an order these tags and no others. */
export class SetOrderTags extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly tags: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(SetOrderTags)
export class SetOrderTagsHandler implements ICommandHandler<SetOrderTags> {
  constructor(private readonly orderTags: OrderTags) {}

  execute({ access, id, tags }: SetOrderTags): Promise<void> {
    return this.orderTags.change({ id, organizations: access.visible }, (each) => {
      access.assertCanManage(each.record.organizationId);
      each.replace(tags);
    });
  }
}
