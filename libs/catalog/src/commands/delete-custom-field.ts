import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { CustomFields } from '../domain/custom-fields.ts';

export class DeleteCustomField extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteCustomField)
export class DeleteCustomFieldHandler implements ICommandHandler<DeleteCustomField> {
  constructor(
    private readonly customFields: CustomFields,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: DeleteCustomField): Promise<void> {
    return this.customFields.change({ id, organizations: access.visible }, (field) => {
      access.assertCanManage(field.organizationId);
      field.delete(this.clock.now());
    });
  }
}
