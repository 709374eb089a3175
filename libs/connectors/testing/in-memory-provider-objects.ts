import { newId } from '#kernel';
import type { Version } from '../src/domain/event-order.ts';
import type { ProviderUpdate } from '../src/domain/provider-updates.ts';
import {
  kindOf,
  type ObjectKind,
  type ReportedCustomer,
  type ReportedState,
  withoutContact,
  withUpdate,
} from '../src/domain/reported-state.ts';
import type { Outcome } from '../src/domain/outcome.ts';
import { type Dependent, type ObjectOf, type ProviderObject, ProviderObjects } from '../src/domain/provider-objects.ts';
import type { InMemoryConnectors } from './in-memory-connectors.ts';
import type { InMemoryProviderEvents } from './in-memory-provider-events.ts';

type Dependency =
  { readonly customerRef: string } | { readonly subscriptionRef: string } | { readonly aliases: readonly string[] };

interface StoredObject extends ProviderObject {
  readonly status: 'pending' | 'processed' | 'waiting' | 'failed';
}

/** Provider objects, in a map. */
export class InMemoryProviderObjects extends ProviderObjects {
  /** The ids of those that are listed as undelivered. */
  readonly listed = new Set<string>();
  private readonly objects = new Map<string, StoredObject>();

  constructor(
    private readonly events: InMemoryProviderEvents,
    private readonly connectors: InMemoryConnectors,
  ) {
    super();
  }

  async merge(
    event: { readonly id: string; readonly organizationId: string; readonly connectorId: string },
    updates: readonly ProviderUpdate[],
    version: Version,
    now: Date,
  ): Promise<readonly ProviderObject[]> {
    const known = await this.connectors.ofAccount(event.connectorId);
    const ids = updates.map((update) => this.mergeOne(event, known, update, version, now));
    const stored = this.events.stored.get(event.id);
    if (stored) stored.objectId = ids[0]!;
    return [...new Set(ids)].map((id) => this.objects.get(id)!);
  }

  async begin(id: string, merged?: number): Promise<ProviderObject> {
    const { revision } = this.objects.get(id)!;
    return this.set(id, { revision: revision === merged ? revision : revision + 1 });
  }

  async find<K extends ObjectKind>(connectorId: string, kind: K, ref: string): Promise<ObjectOf<K> | undefined> {
    return (await this.of(connectorId, kind)).find((object) => object.ref === ref);
  }

  async waitingFor({ connectorId, ref, reported }: ProviderObject): Promise<readonly Dependent[]> {
    const on = objectsThatDepend(await this.ofAccount(connectorId), ref, reported);
    return on
      .filter(({ status, reported: { kind } }) => kind === 'dispute' || status !== 'processed')
      .map(({ id, reported: { kind } }) => ({ id, kind }));
  }

  async known<K extends 'payment' | 'refund'>(
    connectorId: string,
    kind: K,
    aliases: readonly string[],
  ): Promise<readonly ObjectOf<K>[]> {
    return (await this.of(connectorId, kind)).filter(({ reported }) => dependsOn(reported, { aliases }));
  }

  async waitingSince(before: Date, after: string | null) {
    const all = [...this.objects.values()].filter(({ id, status, createdAt, reported }) => {
      const isUnpaid =
        reported.kind === 'subscription' && ['pending', 'canceled'].includes(reported.snapshot?.update.status ?? 'pending');
      return status === 'waiting' && createdAt < before && id > (after ?? '') && !isUnpaid && !this.listed.has(id);
    });
    return all.map(({ id, connectorId }) => ({ id, connectorId })).sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  async customers(
    organizationId: string,
    are: readonly string[] | null,
    after: string | null,
  ): Promise<readonly ObjectOf<'customer'>[]> {
    const all = [...this.objects.values()].filter((each) => each.organizationId === organizationId && each.id > (after ?? ''));
    const some = all.filter(({ resultId }) => (are === null ? resultId === null : are.includes(resultId ?? '')));
    const customers = some.filter(({ reported }) => reported.kind === 'customer') as unknown as ObjectOf<'customer'>[];
    return customers.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  async idsAbout({ id, connectorId, ref: customerRef }: ObjectOf<'customer'>): Promise<readonly string[]> {
    const all = await this.ofAccount(connectorId);
    const own = all.filter((each) => dependsOn(each.reported, { customerRef }));
    const aliases = own.flatMap(({ reported }) => ('aliases' in reported ? reported.aliases : []));
    const others = all.filter((each) => dependsOn(each.reported, { aliases }));
    return [...new Set([id, ...own.map((each) => each.id), ...others.map((each) => each.id)])];
  }

  async eraseContact(id: string): Promise<void> {
    this.set(id, { reported: withoutContact(this.objects.get(id)!.reported as ReportedCustomer) });
  }

  async settleEmail(id: string, settledEmail: string): Promise<void> {
    this.set(id, { reported: { ...(this.objects.get(id)!.reported as ReportedCustomer), settledEmail } });
  }

  async link(id: string, resultId: string, insteadOf: string | null = null): Promise<void> {
    if (this.objects.get(id)!.resultId === insteadOf) this.set(id, { resultId });
  }

  async linkOrder(id: string, part: string, orderId: string): Promise<void> {
    this.set(id, { orders: { [part]: orderId, ...this.objects.get(id)!.orders } });
    await this.link(id, orderId);
  }

  async settle(
    { id, revision }: Pick<ProviderObject, 'id' | 'revision'>,
    { outcome, resultId }: { readonly outcome: Outcome; readonly resultId: string | null },
  ): Promise<void> {
    if (resultId !== null) await this.link(id, resultId);
    if (this.objects.get(id)!.revision !== revision) return;
    this.set(id, { status: outcome.status === 'ignored' ? 'processed' : outcome.status });
    for (const stored of this.events.stored.values()) {
      if (stored.objectId === id && ['pending', 'waiting', 'failed'].includes(stored.status)) stored.status = outcome.status;
    }
  }

  revisionOf(id: string): number | undefined {
    return this.objects.get(id)?.revision;
  }

  /** Stores reported as an earlier release did. */
  restore(id: string, reported: ReportedState): void {
    this.set(id, { reported });
  }

  private mergeOne(
    { organizationId, connectorId }: { readonly organizationId: string; readonly connectorId: string },
    ofAccount: readonly string[],
    update: ProviderUpdate,
    version: Version,
    now: Date,
  ): string {
    const stored = [...this.objects.values()].find(
      (each) => ofAccount.includes(each.connectorId) && each.reported.kind === kindOf(update) && each.ref === update.ref,
    );
    const id = stored?.id ?? newId('provider-object');
    const before = { revision: 0, resultId: null, orders: {}, createdAt: now, ...stored };
    const reported = withUpdate(stored?.reported, update, version);
    const { revision, resultId, orders, createdAt } = before;
    this.objects.set(id, {
      id,
      organizationId,
      connectorId,
      ref: update.ref,
      reported,
      revision: revision + 1,
      resultId,
      orders,
      createdAt,
      mayBeListed: true,
      status: 'pending',
    });
    return id;
  }

  private async ofAccount(connectorId: string): Promise<StoredObject[]> {
    const connectors = await this.connectors.ofAccount(connectorId);
    return [...this.objects.values()].filter((each) => connectors.includes(each.connectorId));
  }

  private async of<K extends ObjectKind>(connectorId: string, kind: K): Promise<ObjectOf<K>[]> {
    const all = (await this.ofAccount(connectorId)).sort((some, other) => (some.id < other.id ? -1 : 1));
    return all.filter((each) => each.reported.kind === kind) as unknown as ObjectOf<K>[];
  }

  private set(id: string, changes: Partial<StoredObject>): StoredObject {
    const object = { ...this.objects.get(id)!, ...changes };
    this.objects.set(id, object);
    return object;
  }
}

function dependsOn(reported: ReportedState, on: Dependency): boolean {
  if ('aliases' in on) return 'aliases' in reported && reported.aliases.some((alias) => on.aliases.includes(alias));
  if ('subscriptionRef' in on)
    return reported.kind === 'payment' && reported.payment?.update.subscriptionRef === on.subscriptionRef;
  if (reported.kind === 'subscription') return reported.snapshot?.update.customerRef === on.customerRef;
  return reported.kind === 'payment' && reported.payment?.update.customerRef === on.customerRef;
}

function objectsThatDepend(all: readonly StoredObject[], ref: string, reported: ReportedState): readonly StoredObject[] {
  switch (reported.kind) {
    case 'customer':
      return all.filter((each) => dependsOn(each.reported, { customerRef: ref }));
    case 'subscription':
      return all.filter((each) => dependsOn(each.reported, { subscriptionRef: ref }));
    case 'payment':
      return all.filter((each) => each.reported.kind !== 'payment' && dependsOn(each.reported, { aliases: reported.aliases }));
    default:
      return [];
  }
}
