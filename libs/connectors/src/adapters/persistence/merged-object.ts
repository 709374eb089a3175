import type { ProviderUpdate } from '../../domain/provider-updates.ts';
import { type ObjectKind, type ReportedState, type Version, withUpdate } from '../../domain/reported-state.ts';
import type { ProviderObject } from '../../domain/provider-objects.ts';
import { type ProviderObjectRow, toProviderObject } from './provider-object-row.ts';
import { toStored } from './stored-state.ts';

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
