import { fieldError, type FieldError } from '#kernel';

/** How the keys of a benefit are activated. */
export interface ActivationRules {
  readonly limit: number;
  readonly enableCustomerAdmin: boolean;
  /** Whether an activation keeps its slot until it is deactivated, or checks it out for some time. Left out if `node_locked`. */
  readonly mode?: 'node_locked' | 'floating';
  /** How long a check-out lasts without a heartbeat. */
  readonly checkoutSeconds?: number;
  /** How many activations or, of floating keys, check-outs beyond the limit are granted. */
  readonly overdraft?: number;
  /** How many processes of a device share its place. Left out if all do, as its installations. */
  readonly processes?: { readonly perDevice: number };
  /** What becomes of devices beyond the limit after it was lowered. Left out if they keep their places, and of floating keys. */
  readonly overLimit?: OverLimitRules;
}

/** The newest devices beyond the limit are refused, or those that were seen longest ago are released. */
interface OverLimitRules {
  readonly policy: 'keep' | 'newest_refused' | 'oldest_released';
  readonly afterDays?: number;
}

const AFTER_DAYS = 14;
const CHECKOUT_SECONDS = 600;
/** Whoever checks a slot out counts those that are taken. */
const MAX_FLOATING = 10_000;

export function activationErrors(rules: ActivationRules | null): FieldError[] {
  if (!rules) return [];
  if (rules.mode === 'floating') {
    const { limit, overLimit } = rules;
    return [
      ...(limit > MAX_FLOATING
        ? [fieldError(['activations', 'limit'], `The limit of floating keys is at most ${MAX_FLOATING}.`, limit)]
        : []),
      ...(overLimit && overLimit.policy !== 'keep'
        ? [fieldError(['activations', 'overLimit'], 'Check-outs of floating keys end by themselves.', overLimit)]
        : []),
    ];
  }
  const given = (['checkoutSeconds', 'processes'] as const).filter((name) => rules[name] !== undefined);
  return given.map((name) => fieldError(['activations', name], 'Only floating keys have it.', rules[name]));
}

/** Without what says nothing, and with the defaults of floating keys. */
export function normalizedActivations(rules: ActivationRules | null): ActivationRules | null {
  if (!rules) return null;
  const { limit, enableCustomerAdmin, mode, checkoutSeconds = CHECKOUT_SECONDS, overdraft = 0, processes } = rules;
  if (mode !== 'floating') {
    const overLimit = normalizedOverLimit(rules.overLimit);
    return { limit, enableCustomerAdmin, ...(overdraft > 0 ? { overdraft } : {}), ...(overLimit ? { overLimit } : {}) };
  }
  return { limit, enableCustomerAdmin, mode, checkoutSeconds, overdraft, ...(processes ? { processes } : {}) };
}

const normalizedOverLimit = (rules: OverLimitRules | undefined): OverLimitRules | undefined =>
  !rules || rules.policy === 'keep' ? undefined : { policy: rules.policy, afterDays: rules.afterDays ?? AFTER_DAYS };

/** True if existing keys have to be updated. Both are normalized. */
export const activationsDiffer = (before: ActivationRules | null, after: ActivationRules | null): boolean =>
  before?.limit !== after?.limit ||
  before?.enableCustomerAdmin !== after?.enableCustomerAdmin ||
  before?.checkoutSeconds !== after?.checkoutSeconds ||
  before?.overdraft !== after?.overdraft ||
  before?.processes?.perDevice !== after?.processes?.perDevice ||
  before?.overLimit?.policy !== after?.overLimit?.policy ||
  before?.overLimit?.afterDays !== after?.overLimit?.afterDays;
