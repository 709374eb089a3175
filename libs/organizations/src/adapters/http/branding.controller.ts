import { Controller, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Input, type InputOf, Responses } from '#platform/http';
import { UpdateOrganization } from '../../commands/update-organization.ts';
import { BrandingView } from '../../queries/branding.view.ts';
import { GetBranding } from '../../queries/get-branding.ts';
import { GetBrandingRequest, UpdateBrandingRequest } from './branding.dto.ts';

const AREA = 'the organization';
const NOT_FOUND = ['ResourceNotFound', 'The organization does not exist, or the caller is not a member of it.'] as const;

@ApiTags('organizations')
@Controller('v1/organizations/:id/branding')
export class BrandingController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'Get the branding of an organization',
    description: 'Returns what pages for customers show of an organization.',
    ok: { status: 200, view: BrandingView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  getBranding(
    @Input(GetBrandingRequest) { path }: InputOf<typeof GetBrandingRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BrandingView> {
    return this.queries.execute(new GetBranding(caller.access(AREA), path.id));
  }

  @Patch()
  @Responses({
    summary: 'Update the branding of an organization',
    description:
      'Changes the color of pages and mails for customers, and the language of mails. The name and the avatar are changed with the organization. Publishes `organization.updated`.',
    ok: { status: 200, view: BrandingView },
    errors: {
      403: ['NotPermitted', 'The role of the user does not allow it: changes require `owner` or `admin`.'],
      404: NOT_FOUND,
    },
  })
  @RequireScope('organizations:write')
  async updateBranding(
    @Input(UpdateBrandingRequest) { path, body }: InputOf<typeof UpdateBrandingRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<BrandingView> {
    const access = caller.access(AREA);
    await this.commands.execute(
      new UpdateOrganization(access, path.id, { profile: { accentColor: body.accent_color, language: body.language } }),
    );
    return this.queries.execute(new GetBranding(access, path.id));
  }
}
