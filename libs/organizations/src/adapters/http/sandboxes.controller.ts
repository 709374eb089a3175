import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Access } from '#kernel';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, type Page, pageOf, Responses, defineRequest, paging } from '#platform/http';
import { described, object, strict, text, uuid4 } from '#platform/wire';
import { CreateSandbox } from '../../commands/create-sandbox.ts';
import { DeleteSandbox } from '../../commands/delete-sandbox.ts';
import { CaughtMailView } from '../../queries/caught-mail.view.ts';
import { GetOrganization } from '../../queries/get-organization.ts';
import { ListCaughtMails } from '../../queries/list-caught-mails.ts';
import { OrganizationView } from '../../queries/organization.view.ts';
import { SLUG } from './organizations.dto.ts';

const PATH = { id: described(uuid4(), 'The ID of the organization.') };

const production = described(uuid4(), 'The ID of the organization that the sandbox belongs to.');

const CreateSandboxRequest = defineRequest({
  path: { id: production },
  body: strict(
    object({ name: text({ min: 3, max: 64 }), slug: SLUG }, 'OrganizationSandboxCreate', {
      name: { text: 'The name of the sandbox.', example: 'Acme (sandbox)' },
      slug: {
        text: 'The unique name of the sandbox in URLs: lower-case letters, digits and single hyphens. It cannot be changed later.',
        example: 'acme-sandbox',
      },
    }),
  ),
});

const DeleteSandboxRequest = defineRequest({
  path: { id: production, sandbox_id: described(uuid4(), 'The ID of the sandbox.') },
});

const ListCaughtMailsRequest = defineRequest({ path: PATH, query: paging });

const AREA = 'the organization';
const NO_ORGANIZATION = 'The organization does not exist, or the caller is not a member of it';

/** Organizations in which nothing is real, beside that in production. */
@ApiTags('organizations')
@Controller('v1/organizations/:id')
export class SandboxesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('sandboxes')
  @Idempotent()
  @Responses({
    summary: 'Create a sandbox of an organization',
    description:
      'Creates an organization of its own that belongs to this one: with its profile and settings, without its data, and active at once. The user of the credential becomes its owner. Its mails are caught instead of sent, and responses to its credentials have `X-Sandbox: 1`. An extension.',
    ok: { status: 201, view: OrganizationView },
    errors: {
      403: [
        'NotPermitted or CannotCreateOrganizationError or TooManyOrganizations',
        'The role of the user does not allow it (`owner` and `admin` do), the credential is limited to certain organizations, or the user has made as many organizations as `ORGANIZATIONS_PER_USER` allows; sandboxes count.',
      ],
      404: ['ResourceNotFound', `${NO_ORGANIZATION}, or it is a sandbox itself.`],
    },
  })
  @RequireScope('organizations:write', { schemes: ['oidc', 'pat'], aboutUser: true })
  async createSandbox(
    @Input(CreateSandboxRequest) { path, body }: InputOf<typeof CreateSandboxRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrganizationView> {
    const sandbox = { slug: body.slug, name: body.name, ownerId: caller.id };
    const { isLimited } = caller;
    const id = await this.commands.execute(new CreateSandbox(caller.access(AREA), path.id, sandbox, { isLimited }));
    return this.queries.execute(new GetOrganization(new Access([id], [id], AREA), id));
  }

  @Delete('sandboxes/:sandbox_id')
  @Responses({
    summary: 'Delete a sandbox of an organization',
    description:
      'Throws a sandbox away, which cannot be taken back. Its tokens and sessions are accepted no more from the next request on, and its slug is free. All that it has is deleted within minutes: customers, purchases, license keys, usage, events, mails and files, whose contents go after an hour. Only sandboxes can be deleted. An extension.',
    ok: { status: 204, view: null },
    errors: {
      403: [
        'NotPermitted',
        'The role of the user in the organization does not allow it (`owner` and `admin` do), or the credential is limited to certain organizations.',
      ],
      404: ['ResourceNotFound', `${NO_ORGANIZATION}, or it has no such sandbox.`],
    },
  })
  @RequireScope('organizations:write', { schemes: ['oidc', 'pat'] })
  async deleteSandbox(
    @Input(DeleteSandboxRequest) { path }: InputOf<typeof DeleteSandboxRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const { isLimited } = caller;
    await this.commands.execute(new DeleteSandbox(caller.access(AREA), path.id, path.sandbox_id, { isLimited }));
  }

  @Get('caught-mails')
  @Responses({
    summary: 'List the mails of a sandbox',
    description:
      'Returns the latest 200 mails that a sandbox would have sent, the latest first, with the codes and links in them. An organization that is no sandbox has none: its mails are sent. An extension.',
    ok: { status: 200, view: pageOf(CaughtMailView, 'CaughtMail') },
    errors: { 404: ['ResourceNotFound', `${NO_ORGANIZATION}.`] },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  listCaughtMails(
    @Input(ListCaughtMailsRequest) { path, query }: InputOf<typeof ListCaughtMailsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<CaughtMailView>> {
    return this.queries.execute(new ListCaughtMails(caller.access(AREA), path.id, query));
  }
}
