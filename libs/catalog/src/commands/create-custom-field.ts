import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CustomField, type NewCustomField } from '../domain/custom-field.ts';
import { CustomFields } from '../domain/custom-fields.ts';

/** Creates a custom field and returns its id. */
export class CreateCustomField extends Command<string> {
  constructor(readonly attributes: NewCustomField) {
    super();
  }
}

@CommandHandler(CreateCustomField)
export class CreateCustomFieldHandler implements ICommandHandler<CreateCustomField> {
  constructor(private readonly customFields: CustomFields) {}

  async execute({ attributes }: CreateCustomField): Promise<string> {
    const field = CustomField.create(attributes);
    await this.customFields.add(field);
    return field.id;
  }
}
