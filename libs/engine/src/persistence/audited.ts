import { BlobType, type EntitySchemaWithMeta } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import type { DomainEvent } from '#kernel';
import { toSnakeCase } from '#support/texts';
import { type AttributedChange, changeOf, type ResourceFields, insertAuditEntries, type Snapshot } from '#engine/audit';
import { caused, insertEvents } from '#engine/outbox';
import { type Actor, type Attribution, currentContext, internalAttribution, RequestContext, SYSTEM } from '#engine/tenancy';
import { shapedBy } from './table-columns.ts';

export interface AuditOptions<A> {
  /** The type of the resource in the audit log. */
  readonly type: string;
  /** The properties that the log does not have: counters, what is derived, and what belongs to the persistence. */
  readonly without?: readonly string[];
  /** The texts and lists of which the log has only that they changed. Bytes are treated like that in any case. */
  readonly masked?: readonly string[];
  readonly customerOf?: (aggregate: A) => string;
  /** Fields that are stored elsewhere. */
  readonly others?: (aggregate: A) => ResourceFields;
  readonly organizationOf?: (aggregate: A) => string;
  /** The properties of the mapping, of an aggregate that has them in its parts. */
  readonly stateOf?: (aggregate: A) => object;
}

interface AuditedField {
  readonly property: string;
  readonly name: string;
  readonly isMasked: boolean;
  readonly toShape: (value: unknown) => unknown;
}

interface Audited extends AuditOptions<object> {
  readonly fields: readonly AuditedField[];
}

type Row = Readonly<Record<string, unknown>>;

/** A part of an aggregate that does not know whose it is. */
export class AuditedPart {
  constructor(
    readonly part: object,
    readonly owner: { readonly organizationId: string; readonly customerId: string | null },
  ) {}
}

/** The key of every resource, and times that the log has anyway. */
const IMPLIED = new Set(['id', 'organizationId', 'created_at', 'modified_at', 'createdAt', 'modifiedAt', 'deletedAt']);

const audited = new Map<object, Audited>();

/** What the audit log has of each aggregate. */
export const auditedProperties = (): { aggregate: string; type: string; fields: readonly AuditedField[] }[] =>
  [...audited].map(([prototype, { type, fields }]) => ({ aggregate: prototype.constructor.name, type, fields }));

/** Declares that changes of an aggregate are in the audit log, with the properties of its mapping. */
export function auditedAs<A extends object>(
  aggregate: { readonly prototype: A },
  { properties }: Pick<EntitySchemaWithMeta, 'properties'>,
  options: AuditOptions<A>,
): void {
  const left = new Set([...IMPLIED, ...(options.without ?? [])]);
  const all = Object.entries(properties as Record<string, { type?: unknown; fieldName?: string; embedded?: unknown }>);
  const fields = all
    .filter(([property]) => !left.has(property))
    .map(([property, definition]) => {
      const shaped = shapedBy(definition.type);
      const isBytes = definition.type === BlobType || definition.type instanceof BlobType;
      return {
        property,
        name: definition.fieldName ?? toSnakeCase(property),
        isMasked: isBytes || (options.masked?.includes(property) ?? false),
        toShape: (value: unknown) => (shaped && value !== null && value !== undefined ? shaped.toShape(value) : value),
      };
    });
  audited.set(aggregate.prototype, { ...(options as AuditOptions<object>), fields });
}

/** A masked text or list is compared, but never written. */
const masked = (value: unknown): unknown =>
  typeof value === 'string' ? Buffer.from(value) : Array.isArray(value) ? Buffer.from(JSON.stringify(value)) : value;

function snapshotOf(given: object): Snapshot | undefined {
  const [aggregate, owner] = given instanceof AuditedPart ? [given.part, given.owner] : [given, undefined];
  const as = audited.get(Object.getPrototypeOf(aggregate) as object);
  if (!as) return undefined;
  const row = (as.stateOf?.(aggregate) ?? aggregate) as Row;
  const fields = as.fields.map(({ property, name, isMasked, toShape }) => {
    const value = isMasked ? masked(row[property]) : toShape(row[property]);
    return [name, value] as const;
  });
  return {
    type: as.type,
    id: row.id as string,
    organizationId: owner?.organizationId ?? as.organizationOf?.(aggregate) ?? (row.organizationId as string | undefined) ?? null,
    customerId: owner?.customerId ?? as.customerOf?.(aggregate) ?? (row.customerId as string | undefined) ?? null,
    isDeleted: (row.deletedAt ?? null) !== null,
    fields: { ...Object.fromEntries(fields), ...as.others?.(aggregate) },
  };
}

export type { Snapshot };

/** The states of aggregates by their ids, for comparison with later ones. */
export type Snapshots = ReadonlyMap<string, Snapshot>;

const NONE: Snapshots = new Map();

/** To whom changes of the current work are attributed; undefined if they are not in the audit log. */
export const currentAttribution = (): Attribution | undefined => currentContext()?.attribution;

/**
 * Attributes the changes of the current work, if it has no credentials, to whoever has just proved who they are. The second call for
 * them adds the credential that they got.
 */
export function attributeTo(actor: Actor): void {
  const attribution = currentAttribution();
  if (!attribution) return;
  const { type, id, credentialId } = attribution.actor;
  const isWithoutCredential = id === actor.id && credentialId === null;
  if (type === 'anonymous' || isWithoutCredential) attribution.actor = actor;
}

/** Remembers the aggregates as they are, if the current work is in the audit log. */
export const snapshotsOf = (
  aggregates: readonly object[],
  attribution: Attribution | undefined = currentAttribution(),
): Snapshots =>
  attribution
    ? new Map(
        aggregates.flatMap((each) => {
          const snapshot = snapshotOf(each);
          return snapshot ? [[snapshot.id, snapshot] as const] : [];
        }),
      )
    : NONE;

/** What changed since the snapshots were taken. Aggregates without one are new. */
export function changesSince(
  before: Snapshots,
  aggregates: readonly object[],
  attribution: Attribution | undefined = currentAttribution(),
): AttributedChange[] {
  if (!attribution) return [];
  return aggregates.flatMap((aggregate) => {
    const after = snapshotOf(aggregate);
    const change = after && changeOf(before.get(after.id), after);
    return change ? [{ ...change, attribution }] : [];
  });
}

/** Writes what changed to the audit log, in the transaction of `em`. */
export async function recordChanges(em: EntityManager, before: Snapshots, aggregates: readonly object[]): Promise<void> {
  await insertChanges(em, changesSince(before, aggregates));
}

/** Writes to the audit log that the aggregates were removed, in the transaction of `em`. */
export async function recordRemovals(em: EntityManager, removed: readonly object[]): Promise<void> {
  const attribution = currentAttribution();
  if (!attribution) return;
  const changes = [...snapshotsOf(removed).values()].flatMap((snapshot) => changeOf(snapshot, undefined) ?? []);
  await insertChanges(
    em,
    changes.map((change) => ({ ...change, attribution })),
  );
}

/** Writes to the audit log that something was done with a resource that does not change it, in the transaction of `em`. */
export async function recordAction(
  em: EntityManager,
  resource: Omit<Snapshot, 'isDeleted' | 'fields'>,
  done: ResourceFields = {},
): Promise<void> {
  const attribution = currentAttribution();
  if (!attribution) return;
  const changes = Object.fromEntries(Object.entries(done).map(([name, after]) => [name, { before: null, after }]));
  await insertChanges(em, [
    { action: 'performed', resource: { ...resource, isDeleted: false, fields: {} }, changes, attribution },
  ]);
}

/** What became of a resource. Either state is left out if the resource did not exist. */
export interface RecordedChange {
  readonly before: Snapshot | undefined;
  readonly after: Snapshot | undefined;
}

/** Writes to the audit log what became of a resource that no mapping describes, in the transaction of `em`. */
export const recordChange = (em: EntityManager, before: Snapshot | undefined, after: Snapshot | undefined): Promise<void> =>
  recordChangesOf(em, [{ before, after }]);

/** The same of several resources. */
export async function recordChangesOf(em: EntityManager, given: readonly RecordedChange[]): Promise<void> {
  const attribution = currentAttribution();
  if (!attribution) return;
  const changes = given.flatMap(({ before, after }) => changeOf(before, after) ?? []);
  await insertChanges(
    em,
    changes.map((change) => ({ ...change, attribution })),
  );
}

/**
 * The statements that publish events and write changes to the audit log of what happens by the passing of time: both are attributed to the
 * service, whoever made the transaction that found it.
 */
export function recordedByTime(
  operation: string,
  events: readonly DomainEvent[],
  given: readonly RecordedChange[],
): ReturnType<typeof insertAuditEntries> {
  const attribution = internalAttribution(SYSTEM, operation);
  const changes = given.flatMap(({ before, after }) => changeOf(before, after) ?? []);
  return [
    ...insertEvents([caused(events, new RequestContext({ tenant: null, operation, attribution }))]),
    ...insertAuditEntries(changes.map((change) => ({ ...change, attribution }))),
  ];
}

async function insertChanges(em: EntityManager, changes: readonly AttributedChange[]): Promise<void> {
  for (const { text, values } of insertAuditEntries(changes)) {
    await em.getKysely<object>().executeQuery(CompiledQuery.raw(text, values));
  }
}
