import { isDeepStrictEqual } from 'node:util';
import { isoTime } from '#support/days';

/** Fields of a resource under their published names. Values are plain JSON, except for secrets and times. */
export type ResourceFields = Readonly<Record<string, unknown>>;

/** The state of a resource at one moment. */
export interface Snapshot {
  readonly type: string;
  readonly id: string;
  /** Null for what belongs to a user and to no organization. */
  readonly organizationId: string | null;
  readonly customerId: string | null;
  readonly isDeleted: boolean;
  readonly fields: ResourceFields;
}

/** A changed field. */
export interface FieldChange {
  readonly before: unknown;
  readonly after: unknown;
}

/** `performed` is what changes nothing of the resource itself. */
export type Action = 'created' | 'updated' | 'deleted' | 'performed';

/** What became of a resource. */
export interface ResourceChange {
  readonly action: Action;
  readonly resource: Snapshot;
  readonly changes: Readonly<Record<string, FieldChange>>;
}

/** What the log shows of a secret. */
const MASK = '********';
/** The JSON text of a longer value is cut. */
const MAX_VALUE_CHARS = 2_000;

/** What changed between two states of the same resource; undefined if nothing did. Either is left out if the resource did not exist. */
export function changeOf(before: Snapshot | undefined, after: Snapshot | undefined): ResourceChange | undefined {
  const resource = after ?? before;
  if (!resource) return undefined;
  const changes = changedFields(before?.fields ?? {}, after?.fields ?? {});
  const isDeleted = !after || (after.isDeleted && before !== undefined && !before.isDeleted);
  const action = isDeleted ? 'deleted' : before ? 'updated' : 'created';
  if (action === 'updated' && Object.keys(changes).length === 0) return undefined;
  return { action, resource, changes };
}

function changedFields(before: ResourceFields, after: ResourceFields): Record<string, FieldChange> {
  const changes: Record<string, FieldChange> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null];
    if (old !== now && !isDeepStrictEqual(old, now)) changes[name] = { before: shown(old), after: shown(now) };
  }
  return changes;
}

/** Bytes are digests and encrypted secrets. */
function shown(value: unknown): unknown {
  if (Buffer.isBuffer(value) || value instanceof Uint8Array) return MASK;
  if (value instanceof Date) return isoTime(value);
  if (typeof value !== 'object' && typeof value !== 'string') return value;
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARS ? `${wellFormed(text.slice(0, MAX_VALUE_CHARS))}…` : value;
}

const wellFormed = (text: string): string => text.toWellFormed();
