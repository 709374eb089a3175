import type { EntityManager } from '@mikro-orm/postgresql';
import type { RecordStatement } from '#platform/idempotency';
import { GroupCommit, type GroupTransaction, pgPool, PipelinedTransaction } from '#platform/persistence';
import type { KnownCustomer, SystemEvent } from '../../domain/usage-event.ts';
import { SUBJECTS } from './subject-lookup.ts';
import { type OwnedSystemEvent, systemEventsStatement } from './system-event.ts';

interface NewSystemEvent {
  readonly event: SystemEvent;
  /** The customer of the event, or the one that it was merged into. */
  readonly customer: KnownCustomer;
  readonly now: Date;
}

/** Group commit of system events of customers that have a subject. */
export class SystemEventGroupCommit extends GroupCommit<NewSystemEvent, OwnedSystemEvent & { readonly now: Date }> {
  constructor(private readonly em: EntityManager) {
    super('system event');
  }

  add(event: NewSystemEvent): Promise<void> {
    return this.change(event, () => undefined);
  }

  /** The subject was merged into another one after it was found: the delivery is repeated. */
  protected notFound({ customer }: NewSystemEvent): Error {
    return new Error(`Customer ${customer.id} has no subject`);
  }

  protected async begin(
    requests: readonly NewSystemEvent[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<OwnedSystemEvent & { readonly now: Date }>> {
    const { text } = SUBJECTS;
    const customers = [...new Map(requests.map(({ customer }) => [customer.id, customer])).values()];
    const values = [customers.map(({ organizationId }) => organizationId), customers.map(({ id }) => id)];
    const reads = [{ name: 'subjects-of-customers', text, values }];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await pgPool(this.em), reads, statements);
    const subjects = new Map((rows[0] as { customer_id: string; id: string }[]).map(({ customer_id, id }) => [customer_id, id]));
    return {
      first,
      found: requests.map(({ event, customer, now }) => {
        const subjectId = subjects.get(customer.id);
        return subjectId === undefined ? undefined : { ...event, subjectId, now };
      }),
      commit: (events, others) => {
        const { sql, parameters } = systemEventsStatement(events).compile(this.em.getKysely<object>());
        return transaction.commit([{ name: 'system-events-insert', text: sql, values: [...parameters] }, ...others]);
      },
      rollback: () => transaction.rollback(),
    };
  }
}
