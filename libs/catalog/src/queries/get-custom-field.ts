import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { anyOf } from '#engine/persistence';
import { selectCustomFields, FIELD_COLUMNS, toCustomFieldView } from './custom-field-rows.ts';
import type { CustomFieldView } from '../views/custom-field.view.ts';

export class GetCustomField extends Query<CustomFieldView> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetCustomField)
export class GetCustomFieldHandler implements IQueryHandler<GetCustomField> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, id }: GetCustomField): Promise<CustomFieldView> {
    const visible = selectCustomFields(this.em).where(anyOf('organization_id', access.visible));
    const row = await visible.select(FIELD_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toCustomFieldView(row);
  }
}
