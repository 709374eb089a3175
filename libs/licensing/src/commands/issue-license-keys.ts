import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { type CustomerView, FindCustomers, FindMembers, type MemberView } from '#customer-portal/contract';
import { type Access, Clock, fieldError, ValidationFailed, type FieldError } from '#kernel';
import { expiryAfter } from '../domain/expiry.ts';
import { newKeyString } from '../domain/key-string.ts';
import { LicenseKey } from '../domain/license-key.ts';
import type { LicenseKeySnapshot, SellerTerms } from '../domain/license-key.types.ts';
import { KeyStringsTaken, LicenseKeys } from '../domain/license-keys.ts';

/** One key to be made. What is left out comes from the benefit; null is without. */
export interface IssueKeyInput extends Partial<SellerTerms> {
  /** Where the request speaks of it, for what is wrong with it. */
  readonly at: FieldError['at'];
  readonly customerId: string;
  readonly benefitId: string;
  readonly memberId?: string | null;
  readonly key?: string | null;
}

/** Issues keys directly, without a purchase behind them: all of them in order, or none. */
export class IssueLicenseKeys extends Command<LicenseKeySnapshot[]> {
  constructor(
    readonly access: Access,
    readonly orders: readonly IssueKeyInput[],
  ) {
    super();
  }
}

@CommandHandler(IssueLicenseKeys)
export class IssueLicenseKeysHandler implements ICommandHandler<IssueLicenseKeys> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, orders }: IssueLicenseKeys): Promise<LicenseKeySnapshot[]> {
    const memberIds = orders.flatMap(({ memberId }) => memberId ?? []);
    const [benefits, customers, members] = await Promise.all([
      this.queries.execute(new FindLicenseKeyBenefits([...new Set(orders.map(({ benefitId }) => benefitId))])),
      this.queries.execute(new FindCustomers([...new Set(orders.map(({ customerId }) => customerId))])),
      memberIds.length > 0 ? this.queries.execute(new FindMembers([...new Set(memberIds)], 'living')) : NO_MEMBERS,
    ]);
    const problems = orders.flatMap((order) => problemsOf(order, access, { benefits, customers, members }));
    ValidationFailed.throwIfAny(problems);

    const now = this.clock.now();
    const keys = orders.map((order) => issue(order, benefits.get(order.benefitId)!, now));
    for (const { organizationId } of keys) access.assertCanManage(organizationId);
    await this.store(keys, orders);
    return keys.map(({ snapshot: facts }) => facts);
  }

  private async store(keys: readonly LicenseKey[], orders: readonly IssueKeyInput[]): Promise<void> {
    try {
      await this.licenseKeys.addAll(keys);
    } catch (error) {
      if (!(error instanceof KeyStringsTaken)) throw error;
      throw new ValidationFailed(
        error.positions.map((position) => problem(orders[position]!, 'key', 'A license key with this key already exists.')),
      );
    }
  }
}

const NO_MEMBERS: ReadonlyMap<string, MemberView> = new Map();

interface Known {
  readonly benefits: ReadonlyMap<string, LicenseKeyTerms>;
  readonly customers: ReadonlyMap<string, CustomerView>;
  readonly members: ReadonlyMap<string, MemberView>;
}

const problem = (order: IssueKeyInput, field: 'key' | 'customerId' | 'benefitId' | 'memberId', message: string): FieldError =>
  fieldError([...order.at, field], message, order[field]);

function problemsOf(order: IssueKeyInput, access: Access, { benefits, customers, members }: Known): FieldError[] {
  const benefit = benefits.get(order.benefitId);
  const customer = customers.get(order.customerId);
  const knowsBenefit = benefit && !benefit.isDeleted && access.visible.includes(benefit.organizationId);
  const knowsCustomer = customer && !customer.deleted_at && access.visible.includes(customer.organization_id);
  const knowsMember = !order.memberId || members.get(order.memberId)?.customer_id === order.customerId;
  const apart = knowsBenefit && knowsCustomer && benefit.organizationId !== customer.organization_id;
  return [
    ...(knowsCustomer ? [] : [problem(order, 'customerId', 'Customer does not exist.')]),
    ...(knowsBenefit ? [] : [problem(order, 'benefitId', 'Benefit does not exist.')]),
    ...(apart ? [problem(order, 'benefitId', 'Benefit must be on the same organization as the customer.')] : []),
    ...(knowsMember ? [] : [problem(order, 'memberId', 'Member does not exist.')]),
  ];
}

const orElse = <T>(given: T | undefined, otherwise: T): T => (given === undefined ? otherwise : given);

function issue(order: IssueKeyInput, benefit: LicenseKeyTerms, now: Date): LicenseKey {
  return LicenseKey.create(
    {
      organizationId: benefit.organizationId,
      customerId: order.customerId,
      benefitId: order.benefitId,
      memberId: order.memberId ?? null,
      key: order.key ?? newKeyString(benefit.prefix),
      limitActivations: orElse(order.limitActivations, benefit.activations?.limit ?? null),
      limitUsage: orElse(order.limitUsage, benefit.limitUsage),
      expiresAt: orElse(order.expiresAt, benefit.expires && expiryAfter(now, benefit.expires)),
    },
    now,
  );
}
