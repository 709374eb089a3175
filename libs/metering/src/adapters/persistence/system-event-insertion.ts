import type { EntityManager } from '@mikro-orm/postgresql';
import { EMBEDDED_CUSTOMERS } from '#customer-portal/contract';
import { type AggregateStore, aggregateStore, pgPool } from '#engine/persistence';
import type { SystemEvent } from '../../domain/usage-event.ts';
import { isAboutCustomer, withCustomer } from './sql/customer-in-event.ts';
import { SHARE_SUBJECTS } from './subject-locks.ts';
import { SUBJECTS } from './subject-lookup.ts';
import { type OwnedSystemEvent, systemEventsStatement } from './system-event.ts';

interface NewSystemEvent {
  readonly event: SystemEvent;
  /** The customer of the event, or the one that it was merged into. */
  readonly customerId: string;
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

/** The customer has no usage yet, or it was merged into another one: the delivery is repeated if that is so once it was looked up. */
export class SubjectMissing extends Error {}

type TimedSystemEvent = OwnedSystemEvent & { readonly now: Date };

/** The store of new system events of customers that have a subject. */
export const systemEventInsertion = (em: EntityManager): AggregateStore<NewSystemEvent, TimedSystemEvent> =>
  aggregateStore(() => pgPool(em), {
    name: 'system event',
    organizationOf: ({ event }) => event.organizationId,
    notFound: ({ customerId }) => new SubjectMissing(`Customer ${customerId} has no subject`),
    batchOf: (requests) => {
      const about = customersOf(requests.filter(({ event }) => isAboutCustomer(event.name)));
      return {
        reads: [
          ...(about.ids.length === 0 ? [] : [{ ...SHARE_SUBJECTS, values: [about.organizations, about.ids] }]),
          { ...SUBJECTS_WITH_CUSTOMERS, values: [...Object.values(customersOf(requests)), about.ids] },
        ],
        load: (rows) => {
          const subjects = new Map((rows.at(-1) as SubjectRow[]).map((row) => [row.customer_id, row]));
          return {
            found: requests.map((request) => timed(request, subjects.get(request.customerId))),
            writes: (events) => {
              const { sql, parameters } = systemEventsStatement(events).compile(em.getKysely<object>());
              return [{ name: 'system-events-insert', text: sql, values: [...parameters] }];
            },
          };
        },
      };
    },
  });

function timed({ event, now }: NewSystemEvent, subject: SubjectRow | undefined): TimedSystemEvent | undefined {
  if (!subject) return undefined;
  if (!isAboutCustomer(event.name)) return { ...event, subjectId: subject.id, now };
  if (subject.customer === null) return undefined;
  return { ...event, subjectId: subject.id, now, metadata: withCustomer(event.metadata, JSON.parse(subject.customer)) };
}

function customersOf(requests: readonly NewSystemEvent[]) {
  const organizations = new Map(requests.map(({ customerId, event }) => [customerId, event.organizationId]));
  return { organizations: [...organizations.values()], ids: [...organizations.keys()] };
}
