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
}

const CHECKOUT_SECONDS = 600;
/** Whoever checks a slot out counts those that are taken. */
const MAX_FLOATING = 10_000;

export function activationErrors(rules: ActivationRules | null): FieldError[] {
  if (!rules) return [];
  if (rules.mode === 'floating') {
    if (rules.limit <= MAX_FLOATING) return [];
    return [fieldError(['activations', 'limit'], `The limit of floating keys is at most ${MAX_FLOATING}.`, rules.limit)];
  }
  const given = (['checkoutSeconds', 'processes'] as const).filter((name) => rules[name] !== undefined);
  return given.map((name) => fieldError(['activations', name], 'Only floating keys have it.', rules[name]));
}

/** Without what says nothing, and with the defaults of floating keys. */
export function normalizedActivations(rules: ActivationRules | null): ActivationRules | null {
  if (!rules) return null;
  const { limit, enableCustomerAdmin, mode, checkoutSeconds = CHECKOUT_SECONDS, overdraft = 0, processes } = rules;
  if (mode !== 'floating') return { limit, enableCustomerAdmin, ...(overdraft > 0 ? { overdraft } : {}) };
  return { limit, enableCustomerAdmin, mode, checkoutSeconds, overdraft, ...(processes ? { processes } : {}) };
}

/** True if existing keys have to be updated. Both are normalized. */
export const activationsDiffer = (before: ActivationRules | null, after: ActivationRules | null): boolean =>
  before?.limit !== after?.limit ||
  before?.enableCustomerAdmin !== after?.enableCustomerAdmin ||
  before?.checkoutSeconds !== after?.checkoutSeconds ||
  before?.overdraft !== after?.overdraft ||
  before?.processes?.perDevice !== after?.processes?.perDevice;
