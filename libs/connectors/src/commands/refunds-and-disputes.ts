import type { CommandBus } from '@nestjs/cqrs';
import { FollowDispute, FollowRefunds } from '#entitlements/contract';
import { derivedId } from '#kernel';
import { PROCESSED, waiting } from '../domain/outcome.ts';
import { partsOf, split } from '../domain/payment-parts.ts';
import type { ObjectOf, ProviderObjects } from '../domain/provider-objects.ts';
import { refundedIn } from '../domain/refunds.ts';
import { toldAtOf } from '../domain/reported-state.ts';
import type { ProvidedPayments } from './provided-payments.ts';
import { NotNow, type ReportingConnector, type Result } from './purchase-result.ts';
import type { UndeliveredNotes } from './undelivered-notes.ts';

/** Brings a payment to its reported state. */
type ResultOf = (payment: ObjectOf<'payment'>) => Promise<Result>;

const paymentUnknown = (ref: string) => waiting('payment_unknown', `The payment of ${ref} is not an order here yet.`);

/** The payment that is an order here, else one that may become one; undefined if none was told. */
const toldAmong = (payments: readonly ObjectOf<'payment'>[]): ObjectOf<'payment'> | undefined =>
  payments.find(({ resultId }) => resultId !== null) ?? payments.find(({ reported }) => reported.payment);

/** Applies refunds and disputes to the orders of their payments. */
export class RefundsAndDisputes {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly payments: ProvidedPayments,
    private readonly undelivered: UndeliveredNotes,
    private readonly commands: CommandBus,
  ) {}

  /** What is refunded is applied to the orders of the payment, also to those that are made later. */
  async refund(connector: ReportingConnector, object: ObjectOf<'refund' | 'dispute'>, resultOf: ResultOf): Promise<Result> {
    const payments = await this.paymentsOf(object);
    const payment = toldAmong(payments);
    if (!payment) {
      const { id: resultId, refunds } = await this.importedOrder(connector, object, payments);
      await this.commands.execute(new FollowRefunds(connector.organizationId, resultId, refunds));
      return { outcome: PROCESSED, resultId, undelivered: [] };
    }
    const result = await resultOf(payment);
    // What was paid back is not missing any more.
    await this.undelivered.note(connector, payment, result);
    const { outcome, resultId } = result;
    const isSettled = resultId !== null || outcome.status === 'processed' || outcome.status === 'ignored';
    return {
      outcome: isSettled ? PROCESSED : paymentUnknown(object.ref),
      resultId: isSettled ? resultId : null,
      undelivered: [],
    };
  }

  /** Each order of the payment has a dispute of its own. */
  async dispute(connector: ReportingConnector, object: ObjectOf<'dispute'>, resultOf: ResultOf): Promise<Result> {
    const payments = await this.paymentsOf(object);
    const payment = toldAmong(payments);
    if (!payment) return this.disputeOfImported(connector, object, payments);
    // Nothing came of the payment, or nothing yet.
    if (payment.resultId === null) return { ...(await this.refund(connector, object, resultOf)), resultId: null };
    const { total } = object.reported.dispute!.update;
    const parts = payment.reported.payment ? partsOf(payment.reported.payment.update) : [];
    const prices = parts.map(({ amount, taxAmount }) => amount + taxAmount);
    const disputed = new Map(split(total, prices).map((share, index) => [payment.orders[parts[index]!.key], share]));
    const orders = Object.keys(payment.orders).length > 1 ? disputed : new Map([[payment.resultId, total]]);
    for (const [orderId, share] of orders) {
      if (orderId === undefined || share === 0) continue;
      const id = orderId === payment.resultId ? object.id : derivedId(object.id, orderId);
      await this.followDispute(connector, object, { id, orderId, total: share });
    }
    return { outcome: PROCESSED, resultId: object.id, undelivered: [] };
  }

  private async disputeOfImported(
    connector: ReportingConnector,
    object: ObjectOf<'dispute'>,
    payments: readonly ObjectOf<'payment'>[],
  ): Promise<Result> {
    const { id: orderId } = await this.importedOrder(connector, object, payments);
    const { total } = object.reported.dispute!.update;
    await this.followDispute(connector, object, { id: object.id, orderId, total });
    return { outcome: PROCESSED, resultId: object.id, undelivered: [] };
  }

  private async followDispute(
    { organizationId }: ReportingConnector,
    { revision, reported }: ObjectOf<'dispute'>,
    of: { readonly id: string; readonly orderId: string; readonly total: number },
  ): Promise<void> {
    const { aliases, status, reason, evidenceDueBy: dueBy } = reported.dispute!.update;
    const evidenceDueBy = dueBy === null ? null : new Date(dueBy);
    const told = { toldAt: new Date(toldAtOf(reported)), revision, status, reason, evidenceDueBy };
    await this.commands.execute(new FollowDispute({ ...of, ...told, organizationId, paymentId: aliases.at(-1)! }));
  }

  private paymentsOf({ connectorId, reported }: ObjectOf<'refund' | 'dispute'>): Promise<readonly ObjectOf<'payment'>[]> {
    return this.objects.known(connectorId, 'payment', reported.aliases);
  }

  /** The order of a payment of which no event was told, because it was imported or reported by the seller, with what was refunded of it. */
  private async importedOrder(
    connector: ReportingConnector,
    { connectorId, reported, ref }: ObjectOf<'refund' | 'dispute'>,
    payments: readonly ObjectOf<'payment'>[],
  ) {
    const aliases = [...new Set([...reported.aliases, ...payments.flatMap((each) => each.reported.aliases)])];
    const order = await this.payments.importedAs(connector, aliases);
    if (!order) throw new NotNow(paymentUnknown(ref));
    const refunds = (await this.objects.known(connectorId, 'refund', aliases)).map((each) => each.reported);
    return { id: order.id, refunds: refundedIn(refunds) };
  }
}
