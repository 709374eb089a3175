import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type AuditEntryView, FindAuditEntries } from '#audit/contract';
import { type Access, ResourceNotFound } from '#kernel';
import { readDb } from '#platform/persistence';
import { cursorOf, type Position } from '#platform/wire';
import { LicenseKeyLoader } from './license-key-loader.ts';
import type { LicenseKeyTimelineView, TimelineItemView } from './timeline.view.ts';

/** What happened to a license key, newest first: its changes, from the audit log, and its activations. */
export class GetLicenseKeyTimeline extends Query<LicenseKeyTimelineView> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly page: { readonly after: Position | null; readonly limit: number },
  ) {
    super();
  }
}

interface ActivationRow {
  readonly id: string;
  readonly label: string;
  readonly created_at: Date;
  readonly deactivated_at: Date | null;
}

@QueryHandler(GetLicenseKeyTimeline)
export class GetLicenseKeyTimelineHandler implements IQueryHandler<GetLicenseKeyTimeline> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly keys: LicenseKeyLoader,
  ) {}

  /** Of both sources one item more than the page has, in index order, however many there are. */
  async execute({ access, id, page: { after, limit } }: GetLicenseKeyTimeline): Promise<LicenseKeyTimelineView> {
    const key = await this.keys.find(access.visible, id);
    if (!key) throw new ResourceNotFound();
    const [changes, activations] = await Promise.all([
      this.queries.execute(new FindAuditEntries(key.organization_id, id, after, limit + 1)),
      this.activations(key.organization_id, id, after, limit + 1),
    ]);
    const found = [...changes.map(changeItem), ...activations.map(activationItem)].sort(newestFirst);
    const items = found.slice(0, limit);
    return { items, next_cursor: found.length > limit ? cursorOf(positionOf(items.at(-1)!)) : null };
  }

  private async activations(organizationId: string, keyId: string, after: Position | null, limit: number) {
    const before = after ? sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
    const { rows } = await sql<ActivationRow>`select id, label, created_at, deactivated_at from licensing.activations
      where organization_id = ${organizationId}::uuid and license_key_id = ${keyId}::uuid and ${before}
      order by created_at desc, id desc limit ${limit}`.execute(readDb<object>(this.em));
    return rows;
  }
}

const positionOf = ({ created_at, id }: TimelineItemView): Position => ({ at: new Date(created_at), id });

function newestFirst(a: TimelineItemView, b: TimelineItemView): number {
  const [first, second] = [positionOf(a), positionOf(b)];
  return second.at.getTime() - first.at.getTime() || (first.id < second.id ? 1 : -1);
}

const changeItem = ({ id, created_at, operation, action, actor, changes }: AuditEntryView): TimelineItemView => ({
  id,
  created_at,
  type: 'change',
  change: { operation, action, actor: { type: actor.type, id: actor.id }, changes },
  activation: null,
});

const activationItem = ({ id, created_at, label, deactivated_at }: ActivationRow): TimelineItemView => ({
  id,
  created_at,
  type: 'activation',
  change: null,
  activation: { label, deactivated_at },
});
