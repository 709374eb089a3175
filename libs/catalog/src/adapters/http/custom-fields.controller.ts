import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, type Page, pageOf, Idempotent } from '#platform/http';
import { CreateCustomField } from '../../commands/create-custom-field.ts';
import { DeleteCustomField } from '../../commands/delete-custom-field.ts';
import { UpdateCustomField } from '../../commands/update-custom-field.ts';
import { GetCustomField } from '../../queries/get-custom-field.ts';
import { ListCustomFields } from '../../queries/list-custom-fields.ts';
import { CustomFieldView } from '../../views/custom-field.view.ts';
import { typedFieldProperties, newFieldProperties } from './custom-field-properties.dto.ts';
import {
  CreateCustomFieldRequest,
  ListCustomFieldsRequest,
  OneCustomFieldRequest,
  UpdateCustomFieldRequest,
} from './custom-fields.dto.ts';

const AREA = 'custom fields';
const NOT_FOUND = [
  'ResourceNotFound',
  'The custom field does not exist, is deleted or belongs to another organization.',
] as const;

@ApiTags('custom_fields')
@Controller('v1/custom-fields')
export class CustomFieldsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List custom fields',
    description:
      'Returns the custom fields of all organizations that the caller can access, by slug by default. Deleted custom fields are not included.',
    ok: { status: 200, view: pageOf(CustomFieldView, 'CustomField') },
  })
  @RequireScope(['custom_fields:read', 'custom_fields:write'])
  list(
    @Input(ListCustomFieldsRequest) { query }: InputOf<typeof ListCustomFieldsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<CustomFieldView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListCustomFields(caller.access(AREA), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a custom field',
    description: 'Creates a custom field. Attach it to products to ask their customers for its value.',
    ok: { status: 201, view: CustomFieldView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireScope('custom_fields:write')
  async create(
    @Input(CreateCustomFieldRequest) { body }: InputOf<typeof CreateCustomFieldRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomFieldView> {
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const { slug, name, metadata } = body;
    const id = await this.commands.execute(
      new CreateCustomField({ ...typedFieldProperties(body), organizationId, slug, name, metadata }),
    );
    return this.queries.execute(new GetCustomField(caller.access(AREA), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a custom field',
    description: 'Returns a custom field with its settings. Deleted custom fields are not found.',
    ok: { status: 200, view: CustomFieldView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['custom_fields:read', 'custom_fields:write'])
  get(
    @Input(OneCustomFieldRequest) { path }: InputOf<typeof OneCustomFieldRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomFieldView> {
    return this.queries.execute(new GetCustomField(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a custom field',
    description:
      'Changes the fields that are sent; fields that are left out or `null` stay as they are. `type` is required and must be the existing type. `properties` and `metadata` are replaced as a whole.',
    ok: { status: 200, view: CustomFieldView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('custom_fields:write')
  async update(
    @Input(UpdateCustomFieldRequest) { path, body }: InputOf<typeof UpdateCustomFieldRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomFieldView> {
    const access = caller.access(AREA);
    await this.commands.execute(
      new UpdateCustomField(access, path.id, {
        type: body.type,
        slug: body.slug ?? undefined,
        name: body.name ?? undefined,
        metadata: body.metadata,
        properties: newFieldProperties(body),
      }),
    );
    return this.queries.execute(new GetCustomField(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a custom field',
    description: 'Deletes the custom field and detaches it from all products. Its slug can be used again.',
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('custom_fields:write')
  async delete(
    @Input(OneCustomFieldRequest) { path }: InputOf<typeof OneCustomFieldRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeleteCustomField(caller.access(AREA), path.id));
  }
}
