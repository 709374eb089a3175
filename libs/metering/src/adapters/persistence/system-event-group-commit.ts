import type { EntityManager } from '@mikro-orm/postgresql';
import { EMBEDDED_CUSTOMERS } from '#customer-portal/contract';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit, type GroupTransaction, pgPool, PipelinedTransaction } from '#engine/persistence';
import type { KnownCustomer, SystemEvent } from '../../domain/usage-event.ts';
import { isAboutCustomer, withCustomer } from './sql/customer-in-event.ts';
import { SHARE_SUBJECTS } from './subject-locks.ts';
import { SUBJECTS } from './subject-lookup.ts';
import { type OwnedSystemEvent, systemEventsStatement } from './system-event.ts';

interface NewSystemEvent {
  readonly event: SystemEvent;
  /** The customer of the event, or the one that it was merged into. */
  readonly customer: KnownCustomer;
  readonly now: Date;
}

interface SubjectRow {
  readonly id: string;
  readonly customer_id: string;
  /** The `CustomerView` as JSON, for events about the customer itself. */
  readonly customer: string | null;
}

const SUBJECTS_WITH_CUSTOMERS = {
  name: 'subjects-of-customers',
  text: `select s.id, s.customer_id, e.customer from (${SUBJECTS.text}) as s
    left join ${EMBEDDED_CUSTOMERS} e on e.id = s.customer_id and s.customer_id = any($3::uuid[])`,
};

type TimedSystemEvent = OwnedSystemEvent & { readonly now: Date };

/** Group commit of system events of customers that have a subject. */
export class SystemEventGroupCommit extends GroupCommit<NewSystemEvent, TimedSystemEvent> {
  constructor(private readonly em: EntityManager) {
    super('system event', { pool: () => pgPool(em), organizationOf: ({ event }) => event.organizationId });
  }

  add(event: NewSystemEvent): Promise<void> {
    return this.change(event, () => undefined);
  }

  /** The customer was merged into another one after it was found: the delivery is repeated. */
  protected notFound({ customer }: NewSystemEvent): Error {
    return new Error(`Customer ${customer.id} has no subject`);
  }

  protected async begin(
    requests: readonly NewSystemEvent[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<TimedSystemEvent>> {
    const about = customersOf(requests.filter(({ event }) => isAboutCustomer(event.name)));
    const reads = [
      ...(about.ids.length === 0 ? [] : [{ ...SHARE_SUBJECTS, values: [about.organizations, about.ids] }]),
      { ...SUBJECTS_WITH_CUSTOMERS, values: [...Object.values(customersOf(requests)), about.ids] },
    ];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await pgPool(this.em), reads, statements);
    const subjects = new Map((rows.at(-1) as SubjectRow[]).map((row) => [row.customer_id, row]));
    return {
      first,
      found: requests.map(({ event, customer, now }) => {
        const subject = subjects.get(customer.id);
        if (!subject) return undefined;
        if (!isAboutCustomer(event.name)) return { ...event, subjectId: subject.id, now };
        if (subject.customer === null) return undefined;
        return { ...event, subjectId: subject.id, now, metadata: withCustomer(event.metadata, JSON.parse(subject.customer)) };
      }),
      commit: (events, others) => {
        const { sql, parameters } = systemEventsStatement(events).compile(this.em.getKysely<object>());
        return transaction.commit([{ name: 'system-events-insert', text: sql, values: [...parameters] }, ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }
}

function customersOf(requests: readonly NewSystemEvent[]) {
  const customers = [...new Map(requests.map(({ customer }) => [customer.id, customer])).values()];
  return { organizations: customers.map(({ organizationId }) => organizationId), ids: customers.map(({ id }) => id) };
}
