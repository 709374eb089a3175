import { type DomainEvent, newId, ResourceNotFound } from '#kernel';
import { UndeliveredPurchasesReported } from '../src/domain/connector.events.ts';
import {
  type ConnectorSource,
  NOTICE_INTERVAL_MS,
  type PurchaseSource,
  replacementOf,
  type Resolution,
  type StoredUndelivered,
  undeliveredEvent,
  type UndeliveredPurchase,
  UndeliveredPurchases,
  type UndeliveredSource,
  type WhichUndelivered,
} from '../src/domain/undelivered-purchases.ts';
import type { InMemoryProviderObjects } from './in-memory-provider-objects.ts';

type Kept = StoredUndelivered & { readonly isReported: boolean };

/** What was not delivered, in a map. Keeps the recorded events. */
export class InMemoryUndeliveredPurchases extends UndeliveredPurchases {
  readonly events: DomainEvent[] = [];
  private readonly stored = new Map<string, Kept>();
  private readonly reports = new Map<string, Date>();

  constructor(private readonly objects: InMemoryProviderObjects) {
    super();
  }

  /** What nobody has decided about. */
  get open(): readonly StoredUndelivered[] {
    return [...this.stored.values()].filter(({ resolution }) => resolution === null);
  }

  async replaceOf(source: ConnectorSource, undelivered: readonly UndeliveredPurchase[], now: Date): Promise<void> {
    if (source.kind === 'subject' && this.objects.revisionOf(source.id) !== source.revision) return;
    this.replace(source, this.of(source), undelivered, now);
  }

  async add(source: PurchaseSource, undelivered: UndeliveredPurchase, now: Date): Promise<void> {
    const stored = this.of(source).filter(({ line }) => line === undelivered.line);
    this.replace(source, stored, [undelivered], now);
  }

  async remove(source: PurchaseSource, line: string): Promise<void> {
    for (const each of this.of(source)) if (each.line === line) this.stored.delete(each.id);
  }

  async find({ id, organizations }: WhichUndelivered): Promise<StoredUndelivered> {
    const found = this.stored.get(id);
    if (!found || !organizations.includes(found.organizationId)) throw new ResourceNotFound();
    const { isReported: _isReported, ...undelivered } = found;
    return undelivered;
  }

  async resolve(which: WhichUndelivered, resolution: Resolution): Promise<void> {
    if ((await this.find(which)).resolution === null) this.set(which.id, { resolution });
  }

  async dismissPrice(
    price: { readonly organizationId: string; readonly connectorId: string; readonly externalPriceId: string },
    reason: string,
  ): Promise<void> {
    for (const { id, organizationId, connectorId, externalPriceId, resolution } of this.stored.values()) {
      const isOfPrice =
        organizationId === price.organizationId && connectorId === price.connectorId && externalPriceId === price.externalPriceId;
      if (isOfPrice && resolution === null) this.set(id, { resolution: { kind: 'dismissed', reason } });
    }
  }

  async eraseContacts(organizationId: string, objectIds: readonly string[]): Promise<void> {
    for (const { id, organizationId: own, source } of this.stored.values()) {
      const isErased = own === organizationId && source.kind === 'subject' && objectIds.includes(source.id);
      if (isErased) this.set(id, { email: null, name: null });
    }
  }

  async report(now: Date): Promise<void> {
    const open = [...this.stored.values()].filter(({ resolution, isReported }) => resolution === null && !isReported);
    for (const [organizationId, own] of Map.groupBy(open, (each) => each.organizationId)) {
      const last = this.reports.get(organizationId);
      if (last && now.getTime() - last.getTime() < NOTICE_INTERVAL_MS) continue;
      this.reports.set(organizationId, now);
      for (const { id } of own) this.set(id, { isReported: true });
      this.events.push(new UndeliveredPurchasesReported(organizationId, now, own.length));
    }
  }

  private of({ organizationId, kind, id }: UndeliveredSource): Kept[] {
    return [...this.stored.values()].filter(
      (each) => each.organizationId === organizationId && each.source.kind === kind && each.source.id === id,
    );
  }

  private replace(
    source: UndeliveredSource,
    stored: readonly StoredUndelivered[],
    undelivered: readonly UndeliveredPurchase[],
    now: Date,
  ): void {
    const { removed, added, kept } = replacementOf(stored, undelivered);
    if (undelivered.length > 0) this.objects.listed.add(source.id);
    else this.objects.listed.delete(source.id);
    for (const { id } of removed) this.stored.delete(id);
    for (const { stored: known, now: changed, isReopened } of kept) {
      this.set(known.id, { ...changed, ...(isReopened ? { resolution: null, isReported: false } : {}) });
      if (isReopened) this.events.push(undeliveredEvent(known, changed, now));
    }
    const { organizationId, kind } = source;
    const connectorId = 'connectorId' in source ? source.connectorId : null;
    const externalSource = 'externalSource' in source ? source.externalSource : '';
    for (const each of added) {
      const id = newId('undelivered-purchase');
      const of = { id, organizationId, connectorId, externalSource, source: { kind, id: source.id } };
      this.stored.set(id, { ...each, ...of, resolution: null, isReported: false });
      this.events.push(undeliveredEvent(of, each, now));
    }
  }

  private set(id: string, changes: Partial<Kept>): void {
    this.stored.set(id, { ...this.stored.get(id)!, ...changes });
  }
}
