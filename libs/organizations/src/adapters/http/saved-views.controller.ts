import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, Responses } from '#platform/http';
import { ChangeSavedView, DeleteSavedView, type SavedViewAccess, SaveView } from '../../commands/change-saved-views.ts';
import { GetSavedView, ListSavedViews } from '../../queries/list-saved-views.ts';
import { SavedViewsView, SavedViewView } from '../../queries/saved-view.view.ts';
import { ChangeSavedViewRequest, ListSavedViewsRequest, OneSavedViewRequest, SaveViewRequest } from './saved-views.dto.ts';

const AREA = 'saved views';
/** They are of people, and an access token of an organization is nobody. */
const BY_USERS = { schemes: ['pat'] } as const;
const NOT_FOUND = [
  'ResourceNotFound',
  'The view does not exist, or is neither shared with the caller nor of the caller.',
] as const;
const NOT_PERMITTED = [
  'NotPermitted',
  'Somebody else has shared the view, and the caller is neither owner nor admin; or the organization is blocked.',
] as const;
const NAME_TAKEN = ['SavedViewNameTaken', 'Another view of the list has the name, in any case.'] as const;

const accessOf = (caller: SellerPrincipal): SavedViewAccess => ({
  userId: caller.id,
  own: caller.access(AREA),
  shared: caller.access('shared views'),
});

const whose = (caller: SellerPrincipal, organizations?: readonly string[]): ListSavedViews['whose'] => ({
  organizations: caller.access(AREA).narrow(organizations),
  userId: caller.id,
});

/** Filters that people save for lists of the console. */
@ApiTags('saved_views')
@Controller('v1/saved-views')
export class SavedViewsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List saved views',
    description:
      'Returns the filters that the user saved for lists of the console, and those that are shared in the organization, by name. An extension.',
    ok: { status: 200, view: SavedViewsView },
  })
  @RequireScope(['saved_views:read', 'saved_views:write'], BY_USERS)
  list(
    @Input(ListSavedViewsRequest) { query }: InputOf<typeof ListSavedViewsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SavedViewsView> {
    return this.queries.execute(new ListSavedViews(whose(caller, query.organization_id), query.list));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Save a view',
    description:
      'Saves filters of a list of the console under a name, for the user alone or for everybody in the organization. A user has at most 100 ' +
      'in an organization, which shares at most 200. A view of the user ends with the membership. An extension.',
    ok: { status: 201, view: SavedViewView },
    errors: {
      403: ['NotPermitted', 'The organization is blocked.'],
      409: [
        'SavedViewNameTaken or TooManySavedViews',
        'Another view of the list has the name, in any case; or there are as many views as there can be.',
      ],
    },
  })
  @RequireScope('saved_views:write', BY_USERS)
  async create(
    @Input(SaveViewRequest) { body }: InputOf<typeof SaveViewRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SavedViewView> {
    const { list, name, filters, is_shared: isShared } = body;
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const attributes = { organizationId, authorId: caller.id, list, name, filters: Object.entries(filters) };
    const id = await this.commands.execute(new SaveView(attributes, isShared));
    return this.queries.execute(new GetSavedView(whose(caller), id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a saved view',
    description:
      'Changes the fields that are sent; fields that are `null` stay as they are. Filters are replaced as a whole. Who shared a view, ' +
      'owners and admins change it. An extension.',
    ok: { status: 200, view: SavedViewView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: NAME_TAKEN },
  })
  @RequireScope('saved_views:write', BY_USERS)
  async update(
    @Input(ChangeSavedViewRequest) { path, body }: InputOf<typeof ChangeSavedViewRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SavedViewView> {
    const changes = { name: body.name ?? undefined, filters: body.filters ? Object.entries(body.filters) : undefined };
    await this.commands.execute(new ChangeSavedView(accessOf(caller), path.id, changes));
    return this.queries.execute(new GetSavedView(whose(caller), path.id));
  }

  @Delete(':id')
  @HttpCode(204)
  @Responses({
    summary: 'Delete a saved view',
    description: 'Deletes a view. One that is shared is deleted by who shared it, owners and admins. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('saved_views:write', BY_USERS)
  async delete(
    @Input(OneSavedViewRequest) { path }: InputOf<typeof OneSavedViewRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new DeleteSavedView(accessOf(caller), path.id));
  }
}
