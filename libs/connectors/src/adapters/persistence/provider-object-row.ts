import type { Selectable } from 'kysely';
import type { ProviderUpdate } from '../../domain/provider-updates.ts';
import { inCurrentForm, type ObjectKind, type ReportedState, type Version, withUpdate } from '../../domain/reported-state.ts';
import type { ProviderObject } from '../../domain/provider-objects.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';
import { fromStored, toStored } from './stored-state.ts';

export type ProviderObjectRow = Pick<
  Selectable<ConnectorsTables['connectors.subjects']>,
  'id' | 'organization_id' | 'connector_id' | 'ref' | 'knowledge' | 'revision' | 'result_id' | 'orders'
>;

/** The columns of a row, of the table `s`. */
export const PROVIDER_OBJECT_COLUMNS =
  's.id, s.organization_id, s.connector_id, s.ref, s.knowledge, s.revision::float8 as revision, s.result_id, s.orders';

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
  mayBeListed,
});

/** The row of an object with what is merged into its reported state; without a state, nothing was reported before. */
export class MergedObject {
  constructor(
    readonly kind: ObjectKind,
    readonly row: ProviderObjectRow,
    private readonly isListed: boolean,
    private reported?: ReportedState,
  ) {}

  with(updates: readonly ProviderUpdate[], version: Version): ReportedState {
    return updates.reduce<ReportedState | undefined>((state, update) => withUpdate(state, update, version), this.reported)!;
  }

  become(reported: ReportedState): ProviderObject {
    this.reported = reported;
    this.row.revision += 1;
    return toProviderObject(this.row, reported, this.isListed);
  }

  get stored() {
    const { id, organization_id, connector_id, ref, revision } = this.row;
    const reported = this.reported!;
    const [customer_ref, subscription_ref, aliases] = [customerRefOf(reported), subscriptionRefOf(reported), aliasesOf(reported)];
    const about = { kind: this.kind, ref, customer_ref, subscription_ref, aliases, knowledge: toStored(reported) };
    return { id, organization_id, connector_id, revision, ...about };
  }
}

function customerRefOf(reported: ReportedState): string | null {
  if (reported.kind === 'subscription') return reported.snapshot?.update.customerRef ?? null;
  return reported.kind === 'payment' ? (reported.payment?.update.customerRef ?? null) : null;
}

const subscriptionRefOf = (reported: ReportedState): string | null =>
  reported.kind === 'payment' ? (reported.payment?.update.subscriptionRef ?? null) : null;

const aliasesOf = (reported: ReportedState): readonly string[] => ('aliases' in reported ? reported.aliases : []);
