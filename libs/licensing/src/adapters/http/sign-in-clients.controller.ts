import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { CreateSignInClient } from '../../commands/sign-ins/create-sign-in-client.ts';
import { DeleteSignInClient } from '../../commands/sign-ins/delete-sign-in-client.ts';
import { GetSignInClient } from '../../queries/get-sign-in-client.ts';
import { ListSignInClients } from '../../queries/list-sign-in-clients.ts';
import { SignInClientView } from '../../queries/sign-in.view.ts';
import { CreateSignInClientRequest, ListSignInClientsRequest, OneSignInClientRequest } from './sign-in.dto.ts';

const AREA = 'license keys';
const WRITE = 'license_keys:write';

/** The applications of sellers in which customers may sign in. */
@ApiTags('sign_in_clients')
@Controller('v1/sign-in-clients')
export class SignInClientsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List applications for signing in',
    description:
      'Returns the applications in which customers may sign in, of all organizations that the caller can access, newest first. An extension.',
    ok: { status: 200, view: pageOf(SignInClientView, 'SignInClient') },
  })
  @RequireScope(['license_keys:read', WRITE])
  list(
    @Input(ListSignInClientsRequest) { query }: InputOf<typeof ListSignInClientsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<SignInClientView>> {
    const { organization_id, ...paging } = query;
    return this.queries.execute(new ListSignInClients(caller.access(AREA), organization_id, paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create an application for signing in',
    description:
      'Lets customers sign in in an application instead of typing a license key. Its `id` is built into the application; it is no secret. The application finds the license keys of these benefits, of whoever signs in, and nothing else. An extension.',
    ok: { status: 201, view: SignInClientView },
    errors: { 403: NOT_PERMITTED },
  })
  @RequireScope(WRITE)
  async create(
    @Input(CreateSignInClientRequest) { body }: InputOf<typeof CreateSignInClientRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SignInClientView> {
    const { name, benefit_ids: benefitIds } = body;
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const access = caller.access(AREA);
    const id = await this.commands.execute(new CreateSignInClient(access, { organizationId, name, benefitIds }));
    return this.queries.execute(new GetSignInClient(access, id));
  }

  @Delete(':id')
  @HttpCode(204)
  @Responses({
    summary: 'Delete an application for signing in',
    description:
      'Nobody signs in in the application any more, and sign-ins that are under way end. Devices that were activated stay. An extension.',
    ok: { status: 204, view: null },
    errors: {
      403: NOT_PERMITTED,
      404: ['ResourceNotFound', 'The application does not exist or belongs to another organization.'],
    },
  })
  @RequireScope(WRITE)
  async delete(
    @Input(OneSignInClientRequest) { path }: InputOf<typeof OneSignInClientRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    // What is deleted is built into applications and cannot be made again, so it takes the right to change what the benefit gives.
    await this.commands.execute(new DeleteSignInClient(caller.access('products'), path.id));
  }
}
