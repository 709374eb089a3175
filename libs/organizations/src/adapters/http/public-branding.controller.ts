import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Input, type InputOf, Responses, Unlimited } from '#platform/http';
import { PortalBrandingView } from '../../queries/branding.view.ts';
import { GetPublicBranding } from '../../queries/get-public-branding.ts';
import { PublicBrandingRequest } from './branding.dto.ts';

/** What visitors of a portal see before they sign in. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/organizations')
export class PublicBrandingController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':slug/branding')
  @Unlimited('It only reads, has no body and is what every visitor sees.')
  @Responses({
    summary: 'Get the branding of an organization for its portal',
    description:
      'Returns whether an organization with this slug has a portal, how it looks, and what customers see and do there. Requires no credentials.',
    ok: { status: 200, view: PortalBrandingView },
    errors: { 404: ['ResourceNotFound', 'The organization does not exist or is blocked.'] },
  })
  getBranding(@Input(PublicBrandingRequest) { path }: InputOf<typeof PublicBrandingRequest>): Promise<PortalBrandingView> {
    return this.queries.execute(new GetPublicBranding(path.slug));
  }
}
