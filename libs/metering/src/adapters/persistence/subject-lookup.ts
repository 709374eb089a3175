import type { EntityManager } from '@mikro-orm/postgresql';
import { BatchLoader, RowLoader } from '#engine/persistence';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { resolveSubjects } from './resolve-subjects.ts';

export const SUBJECTS = {
  text: `select s.organization_id, s.customer_id, s.id from unnest($1::uuid[], $2::uuid[]) as w (organization_id, customer_id)
    join metering.subjects s on s.organization_id = w.organization_id and s.customer_id = w.customer_id and s.merged_into is null`,
  by: ['organization_id', 'customer_id'],
};

interface NewSubject {
  readonly customer: KnownCustomer;
  readonly now: Date;
}

/** Creates the missing subjects of an organization, those of all waiting customers in one transaction. */
class SubjectCreation {
  private readonly missing = new Map<string, NewSubject>();
  private readonly created = new BatchLoader<true>((ids) => this.createAll(ids), 'turn');
  /** The number of callers that wait. */
  private waiting = 0;

  constructor(
    private readonly em: EntityManager,
    private readonly organizationId: string,
  ) {}

  get isIdle(): boolean {
    return this.waiting === 0;
  }

  async create(subject: NewSubject): Promise<void> {
    this.waiting += 1;
    this.missing.set(subject.customer.id, subject);
    try {
      await this.created.read(subject.customer.id);
    } finally {
      this.waiting -= 1;
    }
  }

  private async createAll(ids: readonly string[]): Promise<ReadonlyMap<string, true>> {
    const subjects = ids.map((id) => this.missing.get(id)!);
    for (const id of ids) this.missing.delete(id);
    const input = { customers: subjects.map(({ customer }) => customer), externalIds: [], forCounting: false };
    await CountingTransaction.run(this.em, [], (transaction) =>
      resolveSubjects(transaction, this.organizationId, input, subjects[0]!.now),
    );
    return new Map(ids.map((id) => [id, true]));
  }
}

/** Finds the subjects of customers, and creates the missing ones. Organizations do not wait for each other's locks. */
export class SubjectLookup {
  private readonly subjects: RowLoader<{ readonly id: string }>;
  private readonly creations = new Map<string, SubjectCreation>();

  constructor(private readonly em: EntityManager) {
    this.subjects = new RowLoader(em, SUBJECTS);
  }

  /** False for a deleted customer that has no subject. */
  async ensure(customer: KnownCustomer, now: Date): Promise<boolean> {
    const { organizationId, id, isDeleted } = customer;
    if (await this.subjects.read(organizationId, id)) return true;
    if (isDeleted) return false;
    const creation = this.creations.get(organizationId) ?? new SubjectCreation(this.em, organizationId);
    this.creations.set(organizationId, creation);
    try {
      await creation.create({ customer, now });
    } finally {
      if (creation.isIdle) this.creations.delete(organizationId);
    }
    return true;
  }
}
