import type { Pool } from 'pg';
import { type DomainEvent, ResourceNotFound } from '#kernel';
import type { RecordStatement } from '#engine/idempotency';
import { GroupCommit, type GroupTransaction, PipelinedTransaction } from '#engine/persistence';
import { Customer } from '../../domain/customer.ts';
import type { CustomerState } from '../../domain/customer-state.ts';
import type { WhichCustomer } from '../../domain/customers.ts';
import { normalizedEmail, type UniqueIdentifiers } from '../../domain/unique-identifiers.ts';
import {
  type Holder,
  HOLDERS_OF_EMAIL,
  HOLDERS_OF_EXTERNAL_ID,
  LOCK_CUSTOMERS,
  type LockedCustomerRow,
  toCustomerState,
  writesOfCustomers,
} from './customer-records.ts';

/** Who asks for identifiers, in which organizations. */
interface Identified {
  readonly organizations: readonly string[];
  readonly identifiers: UniqueIdentifiers;
}

export type CustomerRequest = WhichCustomer & Identified;

/** A customer of a batch, and who has the identifiers that its requests ask for. */
export interface LockedCustomer {
  readonly customer: Customer;
  /** As it was loaded. */
  readonly before: CustomerState;
  readonly holders: readonly Holder[];
}

/** Group commit of customers: concurrent changes share one locking statement and one round of writes. */
export class CustomerGroupCommit extends GroupCommit<CustomerRequest, LockedCustomer> {
  constructor(private readonly pool: () => Promise<Pool>) {
    super('Customer');
  }

  protected notFound(): Error {
    return new ResourceNotFound();
  }

  protected override eventsOf({ customer }: LockedCustomer): readonly DomainEvent[] {
    return customer.pullEvents();
  }

  protected override auditedBefore({ customer }: LockedCustomer): readonly object[] {
    return [customer];
  }

  protected async begin(
    requests: readonly CustomerRequest[],
    statements: readonly RecordStatement[],
  ): Promise<GroupTransaction<LockedCustomer>> {
    const reads = [{ ...LOCK_CUSTOMERS, values: wanted(requests, ({ id }) => id) }, ...holdersOf(requests)];
    const { transaction, rows, first } = await PipelinedTransaction.begin(await this.pool(), reads, statements);
    const [locked, ...holders] = rows as [LockedCustomerRow[], ...Holder[][]];
    const customers = await transaction.holding(() => new Map(locked.map((row) => [row.id, toLocked(row, holders.flat())])));
    return {
      first,
      found: requests.map(({ id, organizations }) => within(organizations, customers.get(id))),
      commit: async (changed, others) =>
        transaction.commit([...(await transaction.holding(() => writesFor(changed))), ...others]),
      rollback: () => transaction.rollback(),
    };
  }
}

function toLocked(row: LockedCustomerRow, holders: readonly Holder[]): LockedCustomer {
  const before = toCustomerState(row);
  return { customer: Customer.fromState(before), before, holders };
}

/** Another request of the batch may see more organizations. */
const within = (organizations: readonly string[], locked: LockedCustomer | undefined): LockedCustomer | undefined =>
  locked && organizations.includes(locked.customer.organizationId) ? locked : undefined;

/** Organizations and values of the requests, in two arrays. */
function wanted<R extends Identified>(requests: readonly R[], valueOf: (request: R) => string): [string[], string[]] {
  const pairs = requests.flatMap((request) =>
    request.organizations.map((organizationId) => [organizationId, valueOf(request)] as const),
  );
  const distinct = [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
  return [distinct.map(([organizationId]) => organizationId), distinct.map(([, value]) => value)];
}

/** The statements that read who has the identifiers that the requests ask for. */
export const holdersOf = (requests: readonly Identified[]) => [
  ...holdersFor(HOLDERS_OF_EMAIL, requests, ({ email }) => email && normalizedEmail(email)),
  ...holdersFor(HOLDERS_OF_EXTERNAL_ID, requests, ({ externalId }) => externalId),
];

function holdersFor(
  statement: { readonly name: string; readonly text: string },
  requests: readonly Identified[],
  valueOf: (identifiers: UniqueIdentifiers) => string | null | undefined,
) {
  const asking = requests.filter(({ identifiers }) => valueOf(identifiers));
  return asking.length === 0 ? [] : [{ ...statement, values: wanted(asking, ({ identifiers }) => valueOf(identifiers)!) }];
}

const writesFor = (changed: readonly LockedCustomer[]) =>
  writesOfCustomers(changed.filter(({ customer, before }) => differs(customer, before)).map(({ customer }) => customer));

/** Aggregates replace their values and never change them, so identity tells. */
const differs = ({ stored }: Customer, before: CustomerState): boolean =>
  (Object.keys(before) as (keyof CustomerState)[]).some((field) => stored[field] !== before[field]);
