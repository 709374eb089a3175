import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { FindCustomers, FindMembers, type CustomerSnapshot, type MemberSnapshot } from '#customer-portal/contract';
import { type Access, Clock, fieldError, ValidationFailed, type FieldError } from '#kernel';
import { chosenString, isShortKey, type StringOfKind, untypable } from '../../domain/keys/key-string.ts';
import { LicenseKey } from '../../domain/keys/license-key.ts';
import type { LicenseKeySnapshot, Remarks } from '../../domain/keys/license-key-fields.ts';
import { remarksIn } from '../../domain/keys/remarks.ts';
import type { SellerTerms } from '../../domain/keys/license-key.types.ts';
import { KeyIssuance, KeyStringsTaken } from '../../domain/keys/key-issuance.ts';
import { expiryOf, policyOf } from './benefit-terms.ts';
import { KeyStrings } from './key-strings.ts';

/** A key to be issued. Fields that are left out come from the benefit; `null` removes the limit. */
export interface IssueKeyInput extends Partial<SellerTerms>, Partial<Remarks> {
  /** The path of this input in the request, for field errors. */
  readonly path: FieldError['path'];
  readonly customerId: string;
  readonly benefitId: string;
  readonly memberId?: string | null;
  readonly allowedDevices?: string[] | null;
  readonly key?: string | null;
  /** Accepts a key that is short enough to be guessed. */
  readonly allowShortKey?: boolean;
}

/** Issues keys directly, without a purchase: all or none. Returns them in order. */
export class IssueLicenseKeys extends Command<LicenseKeySnapshot[]> {
  constructor(
    readonly access: Access,
    readonly inputs: readonly IssueKeyInput[],
  ) {
    super();
  }
}

@CommandHandler(IssueLicenseKeys)
export class IssueLicenseKeysHandler implements ICommandHandler<IssueLicenseKeys> {
  constructor(
    private readonly issuance: KeyIssuance,
    private readonly strings: KeyStrings,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, inputs }: IssueLicenseKeys): Promise<LicenseKeySnapshot[]> {
    const memberIds = inputs.flatMap(({ memberId }) => memberId ?? []);
    const [benefits, customers, members] = await Promise.all([
      this.queries.execute(new FindLicenseKeyBenefits([...new Set(inputs.map(({ benefitId }) => benefitId))])),
      this.queries.execute(new FindCustomers([...new Set(inputs.map(({ customerId }) => customerId))])),
      memberIds.length > 0 ? this.queries.execute(new FindMembers([...new Set(memberIds)], 'not-deleted')) : NO_MEMBERS,
    ]);
    const errors = inputs.flatMap((input) => errorsOf(input, access, { benefits, customers, members }));
    ValidationFailed.throwIfAny(errors);

    const now = this.clock.now();
    for (const { benefitId } of inputs) access.assertCanManage(benefits.get(benefitId)!.organizationId);
    const keys = await Promise.all(inputs.map((input) => this.issue(input, benefits.get(input.benefitId)!, now)));
    await this.store(keys, inputs);
    return keys.map(({ snapshot }) => snapshot);
  }

  private async issue(input: IssueKeyInput, benefit: LicenseKeyTerms, now: Date): Promise<LicenseKey> {
    const terms = issuedTerms(input, benefit, now);
    const string: StringOfKind = input.key
      ? chosenString(input.key, benefit)
      : (await this.strings.prepare(benefit))({ expiresAt: terms.expiresAt, entitlements: null }, now);
    return LicenseKey.create({ ...terms, ...string }, now);
  }

  private async store(keys: readonly LicenseKey[], inputs: readonly IssueKeyInput[]): Promise<void> {
    try {
      await this.issuance.addAll(keys);
    } catch (error) {
      if (!(error instanceof KeyStringsTaken)) throw error;
      throw new ValidationFailed(
        error.positions.map((position) => errorIn(inputs[position]!, 'key', 'A license key with this key already exists.')),
      );
    }
  }
}

const NO_MEMBERS: ReadonlyMap<string, MemberSnapshot> = new Map();

interface Referenced {
  readonly benefits: ReadonlyMap<string, LicenseKeyTerms>;
  readonly customers: ReadonlyMap<string, CustomerSnapshot>;
  readonly members: ReadonlyMap<string, MemberSnapshot>;
}

const errorIn = (input: IssueKeyInput, field: 'key' | 'customerId' | 'benefitId' | 'memberId', message: string): FieldError =>
  fieldError([...input.path, field], message, input[field]);

const shortKey = ({ path, key }: IssueKeyInput): FieldError =>
  fieldError(
    [...path, 'key'],
    'String should have at least 16 characters, unless `allow_short_key` is true.',
    key,
    'string_too_short',
  );

function errorsOfKey(input: IssueKeyInput, key: string): FieldError[] {
  const message = untypable(key);
  if (message !== null) return [errorIn(input, 'key', message)];
  return !input.allowShortKey && isShortKey(key) ? [shortKey(input)] : [];
}

function errorsOf(input: IssueKeyInput, access: Access, { benefits, customers, members }: Referenced): FieldError[] {
  const benefit = benefits.get(input.benefitId);
  const customer = customers.get(input.customerId);
  const benefitExists = benefit && !benefit.isDeleted && access.visible.includes(benefit.organizationId);
  const customerExists =
    customer?.id === input.customerId && !customer.deleted_at && access.visible.includes(customer.organization_id);
  const memberExists = !input.memberId || members.get(input.memberId)?.customer_id === input.customerId;
  const differentOrganizations = benefitExists && customerExists && benefit.organizationId !== customer.organization_id;
  return [
    ...(customerExists ? [] : [errorIn(input, 'customerId', 'Customer does not exist.')]),
    ...(benefitExists ? [] : [errorIn(input, 'benefitId', 'Benefit does not exist.')]),
    ...(differentOrganizations ? [errorIn(input, 'benefitId', 'Benefit must be on the same organization as the customer.')] : []),
    ...(memberExists ? [] : [errorIn(input, 'memberId', 'Member does not exist.')]),
    ...(input.key ? errorsOfKey(input, input.key) : []),
  ];
}

const valueOrDefault = <T>(given: T | undefined, otherwise: T): T => (given === undefined ? otherwise : given);

const issuedTerms = (input: IssueKeyInput, benefit: LicenseKeyTerms, now: Date) => ({
  ...remarksIn(input),
  organizationId: benefit.organizationId,
  customerId: input.customerId,
  benefitId: input.benefitId,
  memberId: input.memberId ?? null,
  allowedDevices: input.allowedDevices ?? null,
  limitActivations: valueOrDefault(input.limitActivations, benefit.activations?.limit ?? null),
  limitUsage: valueOrDefault(input.limitUsage, benefit.limitUsage),
  expiresAt: valueOrDefault(input.expiresAt, expiryOf(benefit, benefit.expires, now)),
  policy: policyOf(benefit, input.expiresAt === undefined ? benefit.expires : null),
});
