import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, type DomainError } from '#kernel';
import { activationAttempt, validationAttempt } from '../../domain/checks/attempts.ts';
import { UnclaimedBatches } from '../../domain/batches/unclaimed-batches.ts';
import { allSkipped, type CheckResult, explain, failed, passed, skipped } from '../../domain/checks/explaining.ts';
import type { DeviceDescription } from '../../domain/devices/described-device.ts';
import { DeviceDigests } from '../../domain/devices/device-digests.ts';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { LicenseKeyNotClaimed, LicenseKeyNotFound, LicenseKeyStringReplaced } from '../../domain/keys/license-key.errors.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import type { LicenseKeySnapshot } from '../../domain/keys/license-key-fields.ts';
import type { Installation, ValidationInput } from '../../domain/keys/license-key.types.ts';
import { type FoundString, LicenseKeys } from '../../domain/keys/license-keys.ts';
import { areMerged } from '../keys/merged-customers.ts';
import type { RequestOrigin } from '../keys/key-operation.ts';

/** What an application would send. */
export type ExplainedInput = Omit<ValidationInput, 'described'> &
  Pick<Installation, 'device' | 'installation'> & { readonly description?: DeviceDescription | null };

export interface Explanation {
  readonly operation: ExplainedOperation;
  /** Whether all checks passed. */
  readonly allowed: boolean;
  /** The code that the application gets. */
  readonly code: string | null;
  readonly licenseKey: Pick<
    LicenseKeySnapshot,
    'id' | 'organizationId' | 'customerId' | 'benefitId' | 'displayKey' | 'status'
  > | null;
  /** Whether the string is that of the key, one before it that still works, or one that no longer does; null without a string. */
  readonly string: 'current' | 'replaced' | 'ended' | null;
  /** Until when a replaced string works or worked. */
  readonly stringValidUntil: Date | null;
  readonly checks: CheckResult[];
}

/** Without the string: whoever asks may know only an earlier one. */
type ExplainedKey = Pick<LicenseKeySnapshot, 'id' | 'organizationId' | 'customerId' | 'benefitId' | 'displayKey' | 'status'>;

/** A string with what was presented for it. */
type Explained = FoundString & { readonly string: string };

interface Named {
  readonly now: Date;
  readonly activationId?: string | null;
  readonly device?: string | null;
}

export type ExplainedOperation = 'activate' | 'validate';

/**
 * Runs all checks of an operation on a key, which changes nothing, and says what each of them found. Throws `LicenseKeyNotFound` for an
 * unknown ID; of an unknown string, the explanation says that it is unknown.
 */
export class ExplainLicenseKey extends Command<Explanation> {
  constructor(
    /** The organizations of which the caller may see keys. */
    readonly within: readonly string[],
    readonly key: { readonly id: string } | { readonly string: string },
    readonly operation: ExplainedOperation,
    readonly input: ExplainedInput,
    /** From where the application sends its request, as seen by the organization of the key; left out if that is not known. */
    readonly originIn?: (organizationId: string) => RequestOrigin,
  ) {
    super();
  }
}

const UNKNOWN = 'Compare the string, and the organization, with those that the customer got.';
const UNCLAIMED = 'Whoever has the key claims it: in the customer portal, or by activating it with `License-Claim-Email`.';
const ENDED = 'Send the current string of the license key: this one was replaced, and no longer works.';
const BLOCKED = {
  message:
    'The network has presented too many unknown license keys, and has not used this one within 30 days. The service has not generated it, either.',
};
const UNBLOCKED = 'Wait until the block is over, or use the license key from another network.';

@CommandHandler(ExplainLicenseKey)
export class ExplainLicenseKeyHandler implements ICommandHandler<ExplainLicenseKey> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: UnclaimedBatches,
    private readonly networks: ClientNetworks,
    private readonly digests: DeviceDigests,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute(command: ExplainLicenseKey): Promise<Explanation> {
    const { key, within, operation } = command;
    const found = 'id' in key ? await this.findById(key.id, within) : await this.findByString(key.string, within);
    const refusal = found ? await this.refusalOf(found) : new LicenseKeyNotFound();
    if (!found || refusal) {
      const missing = failed('key_exists', refusal!, refusal instanceof LicenseKeyNotClaimed ? UNCLAIMED : UNKNOWN);
      return explanation(command, null, [missing, ...allSkipped(operation, 'The license key does not exist.')]);
    }
    const now = this.clock.now(found.organizationId);
    const isEnded = found.validUntil !== null && found.validUntil <= now;
    const { input } = command;
    const evaluated = await this.evaluate(command, found, input, now);
    const { benefitId } = evaluated.licenseKey;
    const exists = isEnded
      ? failed('key_exists', new LicenseKeyStringReplaced(found.id, benefitId), ENDED)
      : passed('key_exists');
    const { customerId } = evaluated.licenseKey;
    const isMerged =
      operation === 'validate' &&
      input.customerId !== null &&
      input.customerId !== customerId &&
      (await areMerged(this.queries, customerId, input.customerId));
    const { licenseKey, checks } = isMerged ? await this.evaluate(command, found, { ...input, customerId }, now) : evaluated;
    return explanation(command, { licenseKey, ...stringOf(command, found, isEnded) }, [exists, ...checks]);
  }

  private async findById(id: string, within: readonly string[]): Promise<Explained | undefined> {
    const { organizationId, key: string } = await this.licenseKeys.findSnapshot(id, within);
    return { organizationId, id, validUntil: null, string };
  }

  private async findByString(string: string, within: readonly string[]): Promise<Explained | undefined> {
    const found = await this.licenseKeys.findByString(string, within);
    return found && { ...found, string };
  }

  /** Why there is no license key with a string that is known: nobody has claimed it, or it is that of an entry of a pool. */
  private async refusalOf({ organizationId, id, string, validUntil }: Explained): Promise<DomainError | undefined> {
    if (validUntil !== null) return undefined;
    const owner = await this.licenseKeys.ownerOf(id, [organizationId]).catch((error: unknown) => {
      if (!(error instanceof LicenseKeyNotFound)) throw error;
    });
    if (owner) return undefined;
    return (await this.batches.find(organizationId, string)) ? new LicenseKeyNotClaimed() : new LicenseKeyNotFound();
  }

  /** The key is locked, so that all checks see the same state as an application would. */
  private async evaluate({ operation, originIn }: ExplainLicenseKey, found: Explained, given: ExplainedInput, now: Date) {
    const { organizationId, id, string } = found;
    const { activationId, device, description } = given;
    const named = operation === 'activate' ? { device } : { activationId };
    const described = description && this.digests.describe(organizationId, description);
    const input = { ...given, described };
    const origin = originIn?.(organizationId);
    const isUnguessable =
      origin?.isBlocked && (await this.licenseKeys.meant({ organizationId, key: string, at: now }))?.isGenerated;
    return this.licenseKeys.preview({ id, within: [organizationId], ...named, to: 'explain' }, (key) => ({
      licenseKey: explainedKey(key.snapshot),
      checks: [
        this.networkCheck(key, isUnguessable ? { ...origin!, isBlocked: false } : origin, { ...named, now }),
        ...explain(key, operation === 'activate' ? activationAttempt(key, input, now) : validationAttempt(key, input, now)),
      ],
    }));
  }

  private networkCheck(key: LicenseKey, origin: RequestOrigin | undefined, { now, ...named }: Named): CheckResult {
    const name = 'network_accepted';
    if (!origin) return skipped(name, 'The request names no address.');
    const isKnown = key.wasUsedFrom(this.networks.digestsOf(origin.network), now) || key.isInstalledAs(named);
    const isRefused = origin.isBlocked && !isKnown;
    return isRefused ? failed(name, BLOCKED, UNBLOCKED) : passed(name);
  }
}

const explainedKey = ({ id, organizationId, customerId, benefitId, displayKey, status }: LicenseKeySnapshot): ExplainedKey => ({
  id,
  organizationId,
  customerId,
  benefitId,
  displayKey,
  status,
});

type StringOf = Pick<Explanation, 'string' | 'stringValidUntil'>;

const NO_STRING: StringOf = { string: null, stringValidUntil: null };

function stringOf({ key }: ExplainLicenseKey, { validUntil }: FoundString, isEnded: boolean): StringOf {
  if ('id' in key) return NO_STRING;
  return { string: validUntil === null ? 'current' : isEnded ? 'ended' : 'replaced', stringValidUntil: validUntil };
}

function explanation(
  { operation }: ExplainLicenseKey,
  found: (StringOf & { readonly licenseKey: ExplainedKey }) | null,
  checks: CheckResult[],
): Explanation {
  const refusal = checks.find(({ outcome }) => outcome === 'failed');
  return {
    operation,
    allowed: refusal === undefined,
    code: refusal?.code ?? null,
    licenseKey: null,
    ...NO_STRING,
    ...found,
    checks,
  };
}
