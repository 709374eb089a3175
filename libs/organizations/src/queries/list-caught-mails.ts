import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import type { CaughtMailTables } from '../adapters/persistence/caught-mail.mapping.ts';
import type { CaughtMailView } from './caught-mail.view.ts';

/** The mails that a sandbox would have sent, the latest first. */
export class ListCaughtMails extends Query<Page<CaughtMailView>> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListCaughtMails)
export class ListCaughtMailsHandler implements IQueryHandler<ListCaughtMails> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {}

  async execute({ access, organizationId, paging }: ListCaughtMails): Promise<Page<CaughtMailView>> {
    access.assertSees(organizationId);
    const all = readDb<CaughtMailTables>(this.em).selectFrom('organizations.caught_mails');
    const caught = all.where('organization_id', '=', organizationId);
    const page = caught.orderBy('created_at', 'desc').orderBy('id').limit(paging.limit).offset(offsetOf(paging));
    const [rows, { total }] = await Promise.all([
      page.select(['id', 'created_at', 'encrypted_mail']).execute(),
      caught.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    const items = rows.map(({ id, created_at, encrypted_mail }) => ({
      id,
      created_at,
      ...(JSON.parse(this.keyring.decrypt(Buffer.from(encrypted_mail!))) as Pick<CaughtMailView, 'to' | 'subject' | 'text'>),
    }));
    return toPage(items, Number(total), paging);
  }
}
