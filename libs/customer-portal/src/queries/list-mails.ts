import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import type { MailOutcome } from '#support/mails';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, readDb } from '#engine/persistence';
import type { SentMailTables } from '../adapters/persistence/sent-mail.mapping.ts';
import type { SentMailView } from './sent-mail.view.ts';

interface MailFilter {
  readonly organization_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly resource_id?: readonly string[];
  readonly outcome?: readonly MailOutcome[];
}

/** What was mailed to customers, the newest first. */
export class ListMails extends Query<Page<SentMailView>> {
  constructor(
    readonly access: Access,
    readonly filter: MailFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

const COLUMNS = [
  'created_at',
  'id',
  'organization_id',
  'customer_id',
  'resource_id',
  'mail',
  'recipient',
  'outcome',
  'code',
  'reason',
  'attempts',
  'attempted_at',
] as const;

@QueryHandler(ListMails)
export class ListMailsHandler implements IQueryHandler<ListMails> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, filter, paging }: ListMails): Promise<Page<SentMailView>> {
    const { organization_id, customer_id, resource_id, outcome } = filter;
    const all = readDb<SentMailTables>(this.em).selectFrom('customer_portal.mails');
    const mails = all
      .where(anyOf('organization_id', access.narrow(organization_id)))
      .$if(customer_id !== undefined, (some) => some.where(anyOf('customer_id', customer_id!)))
      .$if(resource_id !== undefined, (some) => some.where(anyOf('resource_id', resource_id!)))
      .$if(outcome !== undefined, (some) => some.where('outcome', 'in', outcome!));
    const page = mails.orderBy('created_at', 'desc').orderBy('id').limit(paging.limit).offset(offsetOf(paging));
    const [rows, { total }] = await Promise.all([
      page.select(COLUMNS).execute(),
      mails.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows, Number(total), paging);
  }
}
