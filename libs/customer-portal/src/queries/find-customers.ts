import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type CustomerView, FindCustomers } from '../contract/index.ts';
import { CUSTOMER_COLUMNS, type CustomerRow, toView } from './customer.row.ts';

const STATEMENT = {
  name: 'find-customers',
  text: `select ${CUSTOMER_COLUMNS.join(', ')} from customer_portal.customers where id = any($1::uuid[])`,
  types: { getTypeParser },
};

/** Once per batch of validations, so it speaks to the driver itself: a prepared statement, and rows without an ORM. */
@QueryHandler(FindCustomers)
export class FindCustomersHandler implements IQueryHandler<FindCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindCustomers): Promise<ReadonlyMap<string, CustomerView>> {
    const pool = await this.em.getConnection().getNativeClient();
    const { rows } = await pool.query<CustomerRow>({ ...STATEMENT, values: [ids] });
    return new Map(rows.map((row) => [row.id, toView(row)]));
  }
}

const asIs = (text: string): unknown => text;
const PARSERS: { readonly [oid: number]: (text: string) => unknown } = {
  16: (text) => text === 't',
  1184: (text) => new Date(text),
  3802: (text) => JSON.parse(text),
};

/** What these columns need and no more: boolean, timestamptz, jsonb; all others are text. */
function getTypeParser(oid: number): (text: string) => unknown {
  return PARSERS[oid] ?? asIs;
}
