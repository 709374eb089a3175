import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { CustomerTags } from '../domain/customer-tags.ts';

/** Gives a customer these tags and no others. */
export class SetCustomerTags extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly tags: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(SetCustomerTags)
export class SetCustomerTagsHandler implements ICommandHandler<SetCustomerTags> {
  constructor(private readonly customerTags: CustomerTags) {}

  execute({ access, id, tags }: SetCustomerTags): Promise<void> {
    return this.customerTags.change({ id, organizations: access.visible }, (each) => {
      access.assertCanManage(each.record.organizationId);
      each.replace(tags);
    });
  }
}
