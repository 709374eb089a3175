import type { Pool } from 'pg';
import { newId } from '#kernel';
import { type AggregateStore, aggregateStore, arrayOf } from '#engine/persistence';
import type { Version } from '../../domain/event-order.ts';
import type { ObjectKind } from '../../domain/reported-state.ts';
import type { ProviderUpdate } from '../../domain/provider-updates.ts';
import type { ProviderObject } from '../../domain/provider-objects.ts';
import {
  byFirst,
  listedOf,
  MergedObject,
  OF_ACCOUNT,
  PROVIDER_OBJECT_COLUMNS,
  type ProviderObjectRow,
} from './provider-object-row.ts';
import { fromStored } from './stored-state.ts';

/** What an event says, by the objects that it names. */
export interface ToldByEvent {
  readonly event: { readonly id: string; readonly organizationId: string; readonly connectorId: string };
  readonly objects: readonly { readonly kind: ObjectKind; readonly ref: string; readonly updates: readonly ProviderUpdate[] }[];
  readonly now: Date;
}

/** The objects that an event names, in its order. Events about one object have the same. */
interface MergedEvent {
  readonly organizationId: string;
  readonly eventId: string;
  readonly objects: readonly MergedObject[];
}

type LockedRow = ProviderObjectRow & { readonly kind: ObjectKind };

interface AccountRow {
  readonly connector: string;
  readonly account: string;
}

/** The objects of other transactions that merge them, in the order of their numbers, so that none waits for another in a circle. */
const LOCK_NAMES = `select pg_advisory_xact_lock(number) from (
    select distinct hashtextextended('provider object/' || o.organization_id || '/' || o.provider || '/' || w.kind || '/' || w.ref, 0) as number
    from unnest($1::uuid[], $2::text[], $3::text[]) as w (connector, kind, ref) join connectors.connectors o on o.id = w.connector order by 1
  ) locks`;

/** Which connectors are of one account: it is named by one of them. */
const ACCOUNTS = `select c.id as connector, min(c.id::text) over (partition by c.organization_id, c.provider, c.account) as account
  from unnest($1::uuid[]) as w (connector) ${OF_ACCOUNT}`;

/** It begins after the names are locked, so it finds what others added. */
const NAMED = `unnest($1::uuid[], $2::text[], $3::text[]) as w (connector, kind, ref) ${OF_ACCOUNT}
  join connectors.subjects s on s.connector_id = c.id and s.kind = w.kind and s.ref = w.ref`;
const LOCK = `select s.kind, ${PROVIDER_OBJECT_COLUMNS} from ${NAMED} order by s.id for update of s`;
const LISTED = listedOf(NAMED);

/** Nothing waits for the work on a customer, so its status does not change, and with it no index. */
const WRITE = `insert into connectors.subjects (id, organization_id, connector_id, kind, ref, customer_ref, subscription_ref, aliases,
    knowledge, revision, status, created_at)
  select id, organization_id, connector_id, kind, ref, customer_ref, subscription_ref, aliases, knowledge, revision,
    case kind when 'customer' then 'processed' else 'pending' end, created_at
  from jsonb_to_recordset($1::jsonb) as w (id uuid, organization_id uuid, connector_id uuid, kind text, ref text, customer_ref text,
    subscription_ref text, aliases text[], knowledge jsonb, revision bigint, created_at timestamptz)
  on conflict (id) do update set connector_id = excluded.connector_id, customer_ref = excluded.customer_ref, subscription_ref = excluded.subscription_ref,
    aliases = excluded.aliases, knowledge = excluded.knowledge, revision = excluded.revision, status = excluded.status`;

/** The rows of other connectors about the same objects become those of the objects. */
const ABSORBED = 'unnest($1::uuid[], $2::uuid[]) as w (id, absorbed)';
const ABSORB = [
  {
    name: 'provider-objects-absorb-events',
    text: `update connectors.events e set subject_id = w.id from ${ABSORBED} where e.subject_id = w.absorbed`,
  },
  {
    name: 'provider-objects-absorb-undelivered',
    text: `update connectors.undelivered_purchases u set source_id = w.id from ${ABSORBED}
      where u.source_kind = 'subject' and u.source_id = w.absorbed and u.resolution = 'delivered' and not exists (
        select from connectors.undelivered_purchases o
        where o.organization_id = u.organization_id and o.source_kind = 'subject' and o.source_id = w.id and o.line = u.line)`,
  },
  {
    name: 'provider-objects-absorb-lines',
    text: `delete from connectors.undelivered_purchases u using ${ABSORBED} where u.source_kind = 'subject' and u.source_id = w.absorbed`,
  },
  {
    name: 'provider-objects-absorb-rows',
    text: `delete from connectors.subjects s using ${ABSORBED} where s.id = w.absorbed`,
  },
];
const ABSORB_RESULTS = `update connectors.subjects s set result_id = w.result_id, orders = w.orders
  from unnest($1::uuid[], $2::uuid[], $3::jsonb[]) as w (id, result_id, orders) where s.id = w.id`;

const CONNECT_EVENTS = `update connectors.events e set subject_id = w.subject_id from unnest($1::uuid[], $2::uuid[]) as w (id, subject_id)
  where e.id = w.id`;

/** An event names a few objects, and each is a lock. */
const MOST_EVENTS = 100;

const nameOf = (account: string, kind: ObjectKind, ref: string): string => JSON.stringify([account, kind, ref]);

/** The store of what events say: those that are read at the same time are merged into the states of their objects together. */
export class ProviderObjectMerging {
  private readonly store: AggregateStore<ToldByEvent, MergedEvent>;

  constructor(pool: () => Promise<Pool>) {
    this.store = aggregateStore(pool, {
      name: 'what an event says',
      maxBatchSize: MOST_EVENTS,
      batchOf: (requests) => ({
        reads: locksFor(requests),
        load: (rows) => {
          const [, accounts, locked, listed] = rows as [object[], AccountRow[], LockedRow[], { id: string }[]];
          const found = mergedOf(requests, accounts, locked, new Set(listed.map(({ id }) => id)));
          return { found, writes: writesFor };
        },
      }),
    });
  }

  merge(told: ToldByEvent, version: Version): Promise<readonly ProviderObject[]> {
    return this.store.change(told, ({ objects }) => {
      const reported = objects.map((object, index) => object.with(told.objects[index]!.updates, version));
      return objects.map((object, index) => object.become(reported[index]!, told.event.connectorId));
    });
  }
}

function locksFor(requests: readonly ToldByEvent[]) {
  const named = requests.flatMap(({ event, objects }) => objects.map(({ kind, ref }) => [event.connectorId, kind, ref] as const));
  const distinct = [...new Map(named.map((name) => [nameOf(...name), name])).values()];
  const values = [0, 1, 2].map((column) => distinct.map((name) => name[column]!));
  return [
    { name: 'provider-objects-lock-names', text: LOCK_NAMES, values },
    { name: 'provider-objects-accounts', text: ACCOUNTS, values: [[...new Set(values[0])]] },
    { name: 'provider-objects-lock-named', text: LOCK, values },
    { name: 'provider-objects-named-listed', text: LISTED, values },
  ];
}

function mergedOf(
  requests: readonly ToldByEvent[],
  accounts: readonly AccountRow[],
  rows: readonly LockedRow[],
  listed: ReadonlySet<string>,
): MergedEvent[] {
  const accountOf = new Map(accounts.map(({ connector, account }) => [connector, account]));
  const objects = new Map<string, MergedObject>();
  for (const row of [...new Map(rows.map((each) => [each.id, each])).values()].sort(byFirst)) {
    const name = nameOf(accountOf.get(row.connector_id)!, row.kind, row.ref);
    const known = objects.get(name);
    if (known) known.absorb(row);
    else
      objects.set(
        name,
        new MergedObject(row.kind, row, listed.has(row.id), 'kind' in row.knowledge ? fromStored(row.knowledge) : undefined),
      );
  }
  return requests.map(({ event: { id: eventId, organizationId, connectorId }, objects: named, now }) => ({
    eventId,
    organizationId,
    objects: named.map(({ kind, ref }) => {
      const name = nameOf(accountOf.get(connectorId)!, kind, ref);
      const known = objects.get(name);
      if (known) return known;
      const of = {
        id: newId('provider-object'),
        organization_id: organizationId,
        connector_id: connectorId,
        ref,
        created_at: now,
      };
      const added = new MergedObject(kind, { ...of, knowledge: {}, revision: 0, result_id: null, orders: {} }, false);
      objects.set(name, added);
      return added;
    }),
  }));
}

function writesFor(changed: readonly MergedEvent[]) {
  const objects = [...new Set(changed.flatMap((event) => event.objects))];
  const stored = objects.map((object) => object.stored);
  const events = [changed.map(({ eventId }) => eventId), changed.map((event) => event.objects[0]!.row.id)];
  return [
    ...absorptionsFor(objects.filter(({ absorbed }) => absorbed.length > 0)),
    { name: 'provider-objects-merge', text: WRITE, values: [JSON.stringify(stored)] },
    { name: 'provider-objects-connect-events', text: CONNECT_EVENTS, values: events },
  ];
}

function absorptionsFor(objects: readonly MergedObject[]) {
  if (objects.length === 0) return [];
  const pairs = objects.flatMap(({ row, absorbed }) => absorbed.map((id) => [row.id, id] as const));
  const values = [pairs.map(([id]) => id), pairs.map(([, absorbed]) => absorbed)];
  const results = [
    objects.map(({ row }) => row.id),
    objects.map(({ row }) => row.result_id),
    arrayOf(
      'jsonb',
      objects.map(({ row }) => row.orders),
    ),
  ];
  return [
    ...ABSORB.map((statement) => ({ ...statement, values })),
    { name: 'provider-objects-absorb-results', text: ABSORB_RESULTS, values: results },
  ];
}
