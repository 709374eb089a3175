import { type RawBuilder, sql } from 'kysely';
import { digestUuid } from '#support/texts';
import type { MetadataFilter } from '#platform/http';
import { anyOf, metadataMatches } from '#engine/persistence';
import { type StoredMeterDefinition, isCountedBy } from '../adapters/persistence/sql/aggregation.ts';
import { type Constants, requestedCondition } from '../adapters/persistence/sql/filter.ts';
import { hasId, idsNamed, namesOfEvent } from '../adapters/persistence/sql/stored-events.ts';
import type { FilterView } from './filter.view.ts';

type Sql = RawBuilder<unknown>;

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface EventFilter {
  readonly organization_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  readonly meter_id?: string;
  readonly filter?: FilterView;
  readonly start_timestamp?: Date;
  readonly end_timestamp?: Date;
  readonly name?: readonly string[];
  readonly source?: readonly ('system' | 'user')[];
  /** A part of the name or of the metadata; case-insensitive. */
  readonly query?: string;
  readonly parent_id?: string;
  readonly depth?: number;
  readonly metadata?: MetadataFilter;
  readonly is_voided?: boolean;
}

export interface SelectedSubject {
  readonly id: string;
  readonly organization_id: string;
  readonly has_external_id?: boolean | null;
}

/**
 * The subjects selected by customer id and external id, including all that were merged into the customer. `has_external_id` is false
 * if the subject had the external id only formerly: then only its events with that id are selected (see `externalIdCondition`).
 */
export function subjectsFor(
  organizations: readonly string[],
  { customer_id, external_customer_id }: EventFilter,
): RawBuilder<SelectedSubject> | undefined {
  if (!customer_id && !external_customer_id) return undefined;
  const inOrganizations = sql`organization_id = any(${organizations}::uuid[])`;
  const byId = customer_id ? sql`s.customer_id = any(${customer_id}::uuid[])` : sql`true`;
  if (!external_customer_id) return sql`select id, organization_id from metering.subjects s where ${inOrganizations} and ${byId}`;
  const keys = sql`any(${external_customer_id.map(digestUuid)}::uuid[])`;
  return sql`select s.id, s.organization_id, bool_or(has_external_id) as has_external_id
    from (select id, customer_id, external_key = ${keys} as has_external_id from metering.subjects
      where ${inOrganizations} and (external_key = ${keys} or former_key = ${keys})) as matched
    join metering.subjects s on s.id = matched.id or s.customer_id = matched.customer_id where ${byId} group by s.id`;
}

/** The condition that an event `e` of a subject from `subjectsFor` has the external id. `subject` is the alias of its relation. */
export const externalIdCondition = ({ external_customer_id }: EventFilter, subject: string): Sql =>
  external_customer_id
    ? sql`(${sql.ref(`${subject}.has_external_id`)} or e.external_customer_id = any(${external_customer_id}::text[]))`
    : sql`true`;

/** The conditions on an event `e`, except those on its subject. */
export function conditionsOn(
  filter: EventFilter,
  organizations: readonly string[],
  meter: StoredMeterDefinition | undefined,
  constants: Constants,
): Sql[] {
  const { name, source, query, metadata, is_voided: isVoided } = filter;
  return [
    ...timeConditions(filter),
    ...(name ? [sql`e.name = any(${name}::text[])`] : []),
    ...(source ? [sql`e.source = any(${source}::text[])`] : []),
    ...(query ? [sql`(strpos(lower(e.name), lower(${query})) > 0 or strpos(lower(e.metadata::text), lower(${query})) > 0)`] : []),
    ...(filter.filter ? [requestedCondition(filter.filter, constants)] : []),
    ...(meter ? [isCountedBy(meter, constants)] : []),
    ...(metadata ? [metadataMatches(metadata, 'e.metadata')] : []),
    ...(isVoided === undefined ? [] : [sql`(e.voided_at is not null) = ${isVoided}`]),
    ...treeConditions(filter, organizations),
  ];
}

/** The condition on the time. No event is ingested before it happens, so older partitions are skipped. */
export const timeConditions = ({ start_timestamp: start, end_timestamp: end }: EventFilter): Sql[] => [
  ...(start
    ? [sql`e.timestamp >= ${start.toISOString()}::timestamptz and e.ingested_at >= ${start.toISOString()}::timestamptz`]
    : []),
  ...(end ? [sql`e.timestamp <= ${end.toISOString()}::timestamptz`] : []),
];

/** The children of an event, or all descendants down to a depth: of that event, or of the events without a parent. */
function treeConditions({ parent_id: ancestorId, depth }: EventFilter, organizations: readonly string[]): Sql[] {
  if (ancestorId)
    return [sql`e.id in (${descendants(ancestorId, depth ?? 1, organizations)} where level >= ${depth === undefined ? 1 : 0})`];
  if (depth === undefined) return [];
  return depth === 0 ? [sql`e.parent is null`] : [sql`(e.parent is null or ${level(organizations)} <= ${depth})`];
}

const descendants = (ancestorId: string, depth: number, organizations: readonly string[]): Sql => sql`
  with recursive tree (id, level) as (
    select ${ancestorId}::uuid, 0
    union
    select l.child_id, level + 1 from tree join metering.events i on ${anyOf('i.organization_id', organizations)} and ${hasId('i', sql`tree.id`)}
    join metering.event_links l on l.organization_id = i.organization_id and l.parent_key in ${namesOfEvent('i')}
    where level < ${depth}
  ) select id from tree`;

/** The organization of a row: the only one, or that of its table. */
export const ownOrganization = (table: string, organizations: readonly string[]): Sql =>
  organizations.length === 1 ? sql`${organizations[0]}::uuid` : sql.ref(`${table}.organization_id`);

const MAX_DEPTH = 5;

/** The number of ancestors of an event, at most one more than `MAX_DEPTH`. */
const level = (organizations: readonly string[]): Sql => sql`(
  with recursive ancestors (id, level) as (
    select e.id, 0
    union
    select i.id, level + 1 from ancestors join metering.event_links l on ${anyOf('l.organization_id', organizations)} and l.child_id = ancestors.id
    cross join lateral ${idsNamed(ownOrganization('l', organizations), sql`l.parent_key`)} as named
    join metering.events i on i.organization_id = ${ownOrganization('l', organizations)} and ${hasId('i', sql`named.id`)} where level <= ${sql.lit(MAX_DEPTH)}
  ) select max(level) from ancestors)`;
