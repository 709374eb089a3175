import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { FindKeyHistory, FindLicenseKey, type KeyHistoryItem } from '#licensing/contract';
import { cursorOf, type Position } from '#platform/wire';
import type { AuditEntryView } from './audit-entry.view.ts';
import { AuditPages } from './audit-pages.ts';
import type { LicenseKeyTimelineView, TimelineItemView } from './license-key-timeline.view.ts';

/** What happened to a license key, newest first: its changes, from the audit log, its activations and leases, and what was refused. */
export class GetLicenseKeyTimeline extends Query<LicenseKeyTimelineView> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly page: { readonly after: Position | null; readonly limit: number },
  ) {
    super();
  }
}

@QueryHandler(GetLicenseKeyTimeline)
export class GetLicenseKeyTimelineHandler implements IQueryHandler<GetLicenseKeyTimeline> {
  constructor(
    private readonly queries: QueryBus,
    private readonly pages: AuditPages,
  ) {}

  /** Reads one item more of each source than the page has. */
  async execute({ access, id, page: { after, limit } }: GetLicenseKeyTimeline): Promise<LicenseKeyTimelineView> {
    const key = await this.queries.execute(new FindLicenseKey(access.visible, id));
    if (!key) throw new ResourceNotFound();
    const { organizationId } = key;
    const [changes, history] = await Promise.all([
      this.pages.read([organizationId], { resource_id: id }, { after, limit: limit + 1 }),
      this.queries.execute(new FindKeyHistory(organizationId, id, { after, limit: limit + 1 })),
    ]);
    const found = [...changes.map(changeItem), ...history.map(historyItem)].sort(newestFirst);
    const items = await this.withRemovers(organizationId, found.slice(0, limit));
    return { items, next_cursor: found.length > limit ? cursorOf(positionOf(items.at(-1)!)) : null };
  }

  private async withRemovers(organizationId: string, items: readonly TimelineItemView[]): Promise<TimelineItemView[]> {
    const ended = items.filter(({ type }) => type === 'deactivation').map(({ id }) => id);
    const last = await this.pages.lastOf(organizationId, ended);
    const entries = new Map(last.map((entry) => [entry.resource.id, entry]));
    return items.map((item) => {
      const entry = item.type === 'deactivation' && entries.get(item.id);
      if (!entry || !entry.changes?.['deactivated_at']) return item;
      return { ...item, activation: { ...item.activation!, removed_by: actorOf(entry) } };
    });
  }
}

const positionOf = ({ created_at, id }: TimelineItemView): Position => ({ at: new Date(created_at), id });

function newestFirst(a: TimelineItemView, b: TimelineItemView): number {
  const [first, second] = [positionOf(a), positionOf(b)];
  return second.at.getTime() - first.at.getTime() || (first.id < second.id ? 1 : -1);
}

const actorOf = ({ actor: { type, id } }: AuditEntryView) => ({ type, id });

const changeItem = (entry: AuditEntryView): TimelineItemView => ({
  id: entry.id,
  created_at: entry.created_at,
  type: 'change',
  change: { operation: entry.operation, action: entry.action, actor: actorOf(entry), changes: entry.changes },
  activation: null,
  refusal: null,
});

const historyItem = ({ activation, ...item }: KeyHistoryItem): TimelineItemView => ({
  ...item,
  change: null,
  activation: activation && { ...activation, removed_by: null },
});
