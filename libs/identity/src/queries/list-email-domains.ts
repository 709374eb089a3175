import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { SingleSignOnTables } from '../adapters/persistence/single-sign-on.mapping.ts';
import type { EmailDomainView } from './single-sign-on.view.ts';

const COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'organization_id',
  'name as domain',
  'txt_record',
  'verified_at',
  'missing_since',
] as const;

/** The domains of an organization, by name. Throws `ResourceNotFound`. */
export class ListEmailDomains extends Query<Page<EmailDomainView>> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** Throws `ResourceNotFound`. */
export class GetEmailDomain extends Query<EmailDomainView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}

function domainsOf(em: EntityManager, access: Access, organizationId: string) {
  access.assertSees(organizationId);
  return readDb<SingleSignOnTables>(em).selectFrom('identity.email_domains').where('organization_id', '=', organizationId);
}

@QueryHandler(ListEmailDomains)
export class ListEmailDomainsHandler implements IQueryHandler<ListEmailDomains> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationId, paging }: ListEmailDomains): Promise<Page<EmailDomainView>> {
    const domains = domainsOf(this.em, access, organizationId);
    const [rows, { total }] = await Promise.all([
      domains.select(COLUMNS).orderBy('name').limit(paging.limit).offset(offsetOf(paging)).execute(),
      domains.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows, Number(total), paging);
  }
}

@QueryHandler(GetEmailDomain)
export class GetEmailDomainHandler implements IQueryHandler<GetEmailDomain> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, organizationId, id }: GetEmailDomain): Promise<EmailDomainView> {
    const row = await domainsOf(this.em, access, organizationId).select(COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row;
  }
}
