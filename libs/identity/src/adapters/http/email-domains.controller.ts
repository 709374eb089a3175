import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireRecentSignIn, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, NotIdempotent, type Page, pageOf, Responses } from '#platform/http';
import { AddEmailDomain, RemoveEmailDomain, VerifyEmailDomain } from '../../commands/own-email-domains.ts';
import { GetEmailDomain, ListEmailDomains } from '../../queries/list-email-domains.ts';
import { EmailDomainView } from '../../queries/single-sign-on.view.ts';
import { ACCESS_NOT_PERMITTED, AREA, BY_USERS, changeBy, READ, WRITE } from './single-sign-on.controller.ts';
import { AddDomainRequest, ListDomainsRequest, OneDomainRequest } from './single-sign-on.dto.ts';

const FOREIGN = ['ResourceNotFound', 'The caller does not belong to the organization.'] as const;
const NOT_FOUND = [
  'ResourceNotFound',
  'The caller does not belong to the organization, or it does not have the domain.',
] as const;

/** The domains of the e-mail addresses of an organization. */
@ApiTags('organizations')
@Controller('v1/organizations/:id/single-sign-on/domains')
export class EmailDomainsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List the domains of an organization',
    description: 'Returns the domains whose addresses sign in through the provider of the organization, by name.',
    ok: { status: 200, view: pageOf(EmailDomainView, 'EmailDomain') },
    errors: { 404: FOREIGN },
  })
  @RequireScope(READ, BY_USERS)
  listEmailDomains(
    @Input(ListDomainsRequest) { path, query }: InputOf<typeof ListDomainsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<EmailDomainView>> {
    return this.queries.execute(new ListEmailDomains(caller.access(AREA), path.id, query));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Add a domain to an organization',
    description:
      'Adds a domain, at most 20. It counts only after it was verified by a TXT record. Domains at which everybody can have an address are refused.',
    ok: { status: 201, view: EmailDomainView },
    errors: { 400: ['TooManyDomains', 'The organization has 20 domains.'], 403: NOT_PERMITTED, 404: FOREIGN },
  })
  @RequireScope(WRITE, BY_USERS)
  async addEmailDomain(
    @Input(AddDomainRequest) { path, body }: InputOf<typeof AddDomainRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EmailDomainView> {
    const domainId = await this.commands.execute(new AddEmailDomain(changeBy(caller, path.id), body.domain));
    return this.queries.execute(new GetEmailDomain(caller.access(AREA), path.id, domainId));
  }

  @Post(':domain_id/verify')
  @NotIdempotent('Verifying a domain again has no effect.')
  @Responses({
    summary: 'Verify a domain',
    description:
      'Asks the nameservers for the TXT record of the domain, for at most six seconds. A domain can be verified by one organization only. The ' +
      'record has to stay: it is looked for once a day, and the verification ends when it was missing for seven days. Owners are told by ' +
      'e-mail on the first. In a session it needs a sign-in of the last 15 minutes.',
    ok: { status: 200, view: EmailDomainView },
    errors: {
      400: ['DomainNotVerified', 'The record was not found.'],
      403: ACCESS_NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['DomainVerifiedElsewhere', 'Another organization has verified the domain.'],
    },
  })
  @RequireScope(WRITE, BY_USERS)
  @RequireRecentSignIn()
  async verifyEmailDomain(
    @Input(OneDomainRequest) { path }: InputOf<typeof OneDomainRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EmailDomainView> {
    caller.assertMayGive('owner');
    await this.commands.execute(new VerifyEmailDomain(changeBy(caller, path.id), path.domain_id));
    return this.queries.execute(new GetEmailDomain(caller.access(AREA), path.id, path.domain_id));
  }

  @Delete(':domain_id')
  @Responses({
    summary: 'Remove a domain from an organization',
    description:
      'Removes a domain. Its addresses cannot sign in through the provider of the organization from then on. Their sessions of the provider ' +
      'end, with the personal access tokens and authorizations of applications that were made in them. While single sign-on is enforced, only owners remove domains.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope(WRITE, BY_USERS)
  async removeEmailDomain(
    @Input(OneDomainRequest) { path }: InputOf<typeof OneDomainRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RemoveEmailDomain(changeBy(caller, path.id), path.domain_id));
  }
}
