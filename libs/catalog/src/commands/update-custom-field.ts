import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import type { CustomFieldChanges } from '../domain/custom-field.ts';
import { CustomFields } from '../domain/custom-fields.ts';

export class UpdateCustomField extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: CustomFieldChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateCustomField)
export class UpdateCustomFieldHandler implements ICommandHandler<UpdateCustomField> {
  constructor(private readonly customFields: CustomFields) {}

  execute({ access, id, changes }: UpdateCustomField): Promise<void> {
    return this.customFields.change({ id, organizations: access.visible }, (field) => {
      access.assertCanManage(field.organizationId);
      field.update(changes);
    });
  }
}
