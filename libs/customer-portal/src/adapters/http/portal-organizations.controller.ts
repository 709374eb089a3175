import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Responses, defineRequest, Input, type InputOf } from '#platform/http';
import { text } from '#platform/wire';
import { GetPortalOrganization } from '../../queries/get-portal-organization.ts';
import { PortalOrganizationView } from '../../queries/portal-organization.view.ts';

const GetPortalOrganizationRequest = defineRequest({ path: { slug: text() } });

/** What everybody may see of a seller, signed in or not. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/organizations')
export class PortalOrganizationsController {
  constructor(private readonly queries: QueryBus) {}

  @Get(':slug')
  @Responses({
    summary: 'Get an organization with its public products',
    ok: { status: 200, view: PortalOrganizationView },
    errors: { 404: ['ResourceNotFound', 'There is no such organization'] },
  })
  get(
    @Input(GetPortalOrganizationRequest) { path }: InputOf<typeof GetPortalOrganizationRequest>,
  ): Promise<PortalOrganizationView> {
    return this.queries.execute(new GetPortalOrganization(path.slug));
  }
}
