import type { Selectable } from 'kysely';
import type { ProviderUpdate } from '../../domain/provider-updates.ts';
import type { Version } from '../../domain/event-order.ts';
import { inCurrentForm, joined, type ObjectKind, type ReportedState, withUpdate } from '../../domain/reported-state.ts';
import type { ProviderObject } from '../../domain/provider-objects.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { fromStored, toStored } from './stored-state.ts';

export type ProviderObjectRow = Pick<
  Selectable<ConnectorsTables['connectors.subjects']>,
  'id' | 'organization_id' | 'connector_id' | 'ref' | 'knowledge' | 'revision' | 'result_id' | 'orders' | 'created_at'
>;

/** The columns of a row, of the table `s`. */
export const PROVIDER_OBJECT_COLUMNS =
  's.id, s.organization_id, s.connector_id, s.ref, s.knowledge, s.revision::float8 as revision, s.result_id, s.orders, s.created_at';

/**
 * The connectors `c` of the accounts of the connectors in `w`, also deleted ones: what one of them tells is about the same objects as what
 * the others tell.
 */
export const OF_ACCOUNT = `join connectors.connectors own on own.id = w.connector
  join connectors.connectors c on c.organization_id = own.organization_id and c.provider = own.provider
    and c.account is not distinct from own.account`;

/** The order of the rows of an object, of which an earlier release stored one for each connector: the first one is the object. */
export const byFirst = (one: ProviderObjectRow, other: ProviderObjectRow): number =>
  Number(one.result_id === null) - Number(other.result_id === null) ||
  new Date(one.created_at).getTime() - new Date(other.created_at).getTime() ||
  (one.id < other.id ? -1 : 1);

/** Which of the objects `s` of a join are listed as undelivered. It has to begin after they are locked. */
export const listedOf = (objects: string): string => `select distinct u.source_id as id from ${objects}
  join connectors.undelivered_purchases u on u.organization_id = s.organization_id and u.source_kind = 'subject' and u.source_id = s.id`;

export const toProviderObject = (
  row: ProviderObjectRow,
  reported: ReportedState = inCurrentForm(fromStored(row.knowledge)),
  mayBeListed = true,
): ProviderObject => ({
  id: row.id,
  organizationId: row.organization_id,
  connectorId: row.connector_id,
  ref: row.ref,
  reported,
  revision: row.revision,
  resultId: row.result_id,
  orders: row.orders,
  createdAt: new Date(row.created_at),
  mayBeListed,
});

/** The row of an object with what is merged into its reported state; without a state, nothing was reported before. */
export class MergedObject {
  /** Other rows of the same object, which it takes in. */
  readonly absorbed: string[] = [];

  constructor(
    readonly kind: ObjectKind,
    readonly row: ProviderObjectRow,
    private readonly isListed: boolean,
    private reported?: ReportedState,
  ) {}

  with(updates: readonly ProviderUpdate[], version: Version): ReportedState {
    return updates.reduce<ReportedState | undefined>((state, update) => withUpdate(state, update, version), this.reported)!;
  }

  become(reported: ReportedState, connectorId: string): ProviderObject {
    this.reported = reported;
    this.row.connector_id = connectorId;
    this.row.revision += 1;
    return toProviderObject(this.row, reported, this.isListed);
  }

  absorb({ id, revision, result_id, orders, knowledge }: ProviderObjectRow): void {
    const other = inCurrentForm(fromStored(knowledge));
    this.reported = this.reported ? joined(this.reported, other) : other;
    const { row } = this;
    row.revision = Math.max(row.revision, revision);
    row.result_id ??= result_id;
    row.orders = { ...orders, ...row.orders };
    this.absorbed.push(id);
  }

  get stored() {
    const { id, organization_id, connector_id, ref, revision, created_at } = this.row;
    const reported = this.reported!;
    const [customer_ref, subscription_ref, aliases] = [customerRefOf(reported), subscriptionRefOf(reported), aliasesOf(reported)];
    const about = { kind: this.kind, ref, customer_ref, subscription_ref, aliases, knowledge: toStored(reported) };
    return { id, organization_id, connector_id, revision, created_at, ...about };
  }
}

function customerRefOf(reported: ReportedState): string | null {
  if (reported.kind === 'subscription') return reported.snapshot?.update.customerRef ?? null;
  return reported.kind === 'payment' ? (reported.payment?.update.customerRef ?? null) : null;
}

const subscriptionRefOf = (reported: ReportedState): string | null =>
  reported.kind === 'payment' ? (reported.payment?.update.subscriptionRef ?? null) : null;

const aliasesOf = (reported: ReportedState): readonly string[] => ('aliases' in reported ? reported.aliases : []);
