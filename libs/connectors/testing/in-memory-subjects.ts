import { newId } from '#kernel';
import type { Fact } from '../src/domain/facts.ts';
import {
  type CustomerKnowledge,
  type Knowledge,
  type KnowledgeKind,
  kindOf,
  type Stamp,
  withFact,
  withoutContact,
} from '../src/domain/knowledge.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { type Dependency, type Subject, type SubjectOf, Subjects } from '../src/domain/subjects.ts';
import type { InMemoryProviderEvents } from './in-memory-provider-events.ts';

interface StoredSubject extends Subject {
  readonly status: 'pending' | 'processed' | 'waiting' | 'failed';
}

/** What is known, in a map. */
export class InMemorySubjects extends Subjects {
  private readonly subjects = new Map<string, StoredSubject>();

  constructor(private readonly events: InMemoryProviderEvents) {
    super();
  }

  async learn(
    event: { readonly id: string; readonly organizationId: string; readonly connectorId: string },
    facts: readonly Fact[],
    stamp: Stamp,
  ): Promise<readonly string[]> {
    const ids = facts.map((fact) => this.learnOne(event, fact, stamp));
    this.events.stored.get(event.id)!.subjectId = ids[0]!;
    return [...new Set(ids)];
  }

  async begin(id: string): Promise<Subject> {
    return this.set(id, { revision: this.subjects.get(id)!.revision + 1 });
  }

  async find<K extends KnowledgeKind>(connectorId: string, kind: K, ref: string): Promise<SubjectOf<K> | undefined> {
    return this.of(connectorId, kind).find((subject) => subject.ref === ref);
  }

  async dependents<K extends KnowledgeKind>(
    connectorId: string,
    kind: K,
    on: Dependency,
    which: 'open' | 'all',
  ): Promise<readonly SubjectOf<K>[]> {
    return this.of(connectorId, kind).filter(
      (subject) => dependsOn(subject.knowledge, on) && (which === 'all' || this.subjects.get(subject.id)!.status !== 'processed'),
    );
  }

  async customers(
    organizationId: string,
    are: readonly string[] | null,
    after: string | null,
  ): Promise<readonly SubjectOf<'customer'>[]> {
    const all = [...this.subjects.values()].filter((each) => each.organizationId === organizationId && each.id > (after ?? ''));
    const some = all.filter(({ resultId }) => (are === null ? resultId === null : are.includes(resultId ?? '')));
    const customers = some.filter(({ knowledge }) => knowledge.kind === 'customer') as unknown as SubjectOf<'customer'>[];
    return customers.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  async idsAbout({ id, connectorId, ref: customerRef }: SubjectOf<'customer'>): Promise<readonly string[]> {
    const own = [...this.subjects.values()].filter(
      (each) => each.connectorId === connectorId && dependsOn(each.knowledge, { customerRef }),
    );
    const aliases = own.flatMap(({ knowledge }) => ('aliases' in knowledge ? knowledge.aliases : []));
    const others = [...this.subjects.values()].filter(
      (each) => each.connectorId === connectorId && dependsOn(each.knowledge, { aliases }),
    );
    return [...new Set([id, ...own.map((each) => each.id), ...others.map((each) => each.id)])];
  }

  async eraseContact(id: string): Promise<void> {
    this.set(id, { knowledge: withoutContact(this.subjects.get(id)!.knowledge as CustomerKnowledge) });
  }

  async link(id: string, resultId: string, insteadOf: string | null = null): Promise<void> {
    if (this.subjects.get(id)!.resultId === insteadOf) this.set(id, { resultId });
  }

  async linkOrder(id: string, part: string, orderId: string): Promise<void> {
    this.set(id, { orders: { [part]: orderId, ...this.subjects.get(id)!.orders } });
  }

  async settle({ id, revision }: Pick<Subject, 'id' | 'revision'>, outcome: Outcome): Promise<void> {
    if (this.subjects.get(id)!.revision !== revision) return;
    this.set(id, { status: outcome.status === 'ignored' ? 'processed' : outcome.status });
    for (const stored of this.events.stored.values()) {
      if (stored.subjectId === id && ['pending', 'waiting', 'failed'].includes(stored.status)) stored.status = outcome.status;
    }
  }

  revisionOf(id: string): number | undefined {
    return this.subjects.get(id)?.revision;
  }

  /** Stores knowledge as an earlier release did. */
  restore(id: string, knowledge: Knowledge): void {
    this.set(id, { knowledge });
  }

  private learnOne(
    { organizationId, connectorId }: { readonly organizationId: string; readonly connectorId: string },
    fact: Fact,
    stamp: Stamp,
  ): string {
    const known = this.of(connectorId, kindOf(fact)).find(({ ref }) => ref === fact.ref);
    const id = known?.id ?? newId('connector-subject');
    const before = { revision: 0, resultId: null, orders: {}, ...known };
    const knowledge = withFact(known?.knowledge, fact, stamp);
    const { revision, resultId, orders } = before;
    this.subjects.set(id, {
      id,
      organizationId,
      connectorId,
      ref: fact.ref,
      knowledge,
      revision: revision + 1,
      resultId,
      orders,
      status: 'pending',
    });
    return id;
  }

  private of<K extends KnowledgeKind>(connectorId: string, kind: K): SubjectOf<K>[] {
    const all = [...this.subjects.values()].sort((some, other) => (some.id < other.id ? -1 : 1));
    return all.filter((each) => each.connectorId === connectorId && each.knowledge.kind === kind) as unknown as SubjectOf<K>[];
  }

  private set(id: string, changes: Partial<StoredSubject>): StoredSubject {
    const subject = { ...this.subjects.get(id)!, ...changes };
    this.subjects.set(id, subject);
    return subject;
  }
}

function dependsOn(knowledge: Knowledge, on: Dependency): boolean {
  if ('aliases' in on) return 'aliases' in knowledge && knowledge.aliases.some((alias) => on.aliases.includes(alias));
  if ('subscriptionRef' in on)
    return knowledge.kind === 'payment' && knowledge.payment?.fact.subscriptionRef === on.subscriptionRef;
  if (knowledge.kind === 'subscription') return knowledge.snapshot?.fact.customerRef === on.customerRef;
  return knowledge.kind === 'payment' && knowledge.payment?.fact.customerRef === on.customerRef;
}
