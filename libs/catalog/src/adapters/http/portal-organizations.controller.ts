import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Responses, defineRequest, Input, type InputOf, StreamsLists, Unlimited } from '#platform/http';
import type { Streamed } from '#support/streamed-lists';
import { LOOKUP_TEXT } from '#support/texts';
import { described, text } from '#platform/wire';
import { GetPortalOrganization } from '../../queries/get-portal-organization.ts';
import { PortalOrganizationView } from '../../queries/portal-organization.view.ts';

const GetPortalOrganizationRequest = defineRequest({
  path: { slug: described(text(LOOKUP_TEXT), 'The slug of the organization.') },
});

/** What the public sees of an organization. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/organizations')
export class PortalOrganizationsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':slug')
  @Unlimited('It only reads, has no body and is what every visitor sees.')
  @StreamsLists()
  @Responses({
    summary: 'Get an organization with its public products',
    description:
      'Returns what the public may see of an organization: its name, its portal settings and its public products, oldest first, at most 1,000. Requires no credentials.',
    ok: { status: 200, view: PortalOrganizationView },
    errors: { 404: ['ResourceNotFound', 'The organization does not exist or is blocked.'] },
  })
  get(
    @Input(GetPortalOrganizationRequest) { path }: InputOf<typeof GetPortalOrganizationRequest>,
  ): Promise<Streamed<PortalOrganizationView, 'products'>> {
    return this.queries.execute(new GetPortalOrganization(path.slug));
  }
}
