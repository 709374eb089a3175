import { type Missing, UnsupportedRuntime } from './runtime.ts';

/** Why the service refuses, the values of the header `License-Code`; the last three are those of the library, for units of a lease. */
export const REFUSAL_CODES = [
  'NOT_FOUND',
  'ROTATED',
  'NOT_CLAIMED',
  'REVOKED',
  'DISABLED',
  'EXPIRED',
  'ACTIVATIONS_NOT_SUPPORTED',
  'ACTIVATION_LIMIT_REACHED',
  'ACTIVATION_NOT_FOUND',
  'CONDITIONS_MISMATCH',
  'BENEFIT_MISMATCH',
  'PRODUCT_MISMATCH',
  'CUSTOMER_MISMATCH',
  'ENTITLEMENT_MISSING',
  'USAGE_LIMIT_EXCEEDED',
  'COUNTER_LIMIT_REACHED',
  'OFFLINE_NOT_SUPPORTED',
  'OFFLINE_LIMIT_REACHED',
  'CHECKOUT_EXPIRED',
  'HEARTBEATS_NOT_SUPPORTED',
  'DEVICE_MISMATCH',
  'DEVICE_NOT_ALLOWED',
  'DEVICE_OVER_LIMIT',
  'VIRTUAL_DEVICE_REFUSED',
  'DEVICE_CLASS_LIMIT_REACHED',
  'DEVICE_SWAP_LIMIT_REACHED',
  'RESERVATION_LIMIT_REACHED',
  'RESERVATION_NOT_FOUND',
  'CHECK_IN_OVERDUE',
  'UPDATES_ENDED',
  'VERSION_TOO_OLD',
  'VERSION_TOO_NEW',
  'RELEASE_NOT_INCLUDED',
  'TRIAL_NOT_OFFERED',
  'SIGN_IN_NOT_OFFERED',
  'SIGN_IN_EXPIRED',
  'SIGN_IN_DENIED',
  'NO_LICENSE_KEY',
  'LEASE_ENDED',
  'UNITS_SETTLED',
  'CLOCK_SET_BACK',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The service refused, or the library where there is no network. Refusals are not signed: they stop what was asked for, but end no lease that is valid. */
export interface Refused {
  readonly outcome: 'refused';
  /** Later versions of the service may have other codes. `INVALID_REQUEST` if the request was malformed. */
  readonly code: RefusalCode | 'INVALID_REQUEST' | (string & {});
  readonly status: number;
  readonly detail: string;
  /** When the same may be permitted, if the service said so. */
  readonly retryAt?: Date;
  /** With `ACTIVATION_LIMIT_REACHED`: a page on which the customer signs in and removes a device. It is open for an hour at most. */
  readonly manageUrl?: string;
}

/** There is no answer, after all attempts. */
export interface Unavailable {
  readonly outcome: 'unavailable';
  readonly reason: 'network' | 'timeout' | 'rate_limited' | 'server_error' | 'not_the_service';
  /** When the service wants to be asked again, if it said so. */
  readonly retryAfterSeconds: number | null;
  readonly detail: string;
}

/** Something was answered that the service did not sign for this request. */
export interface Untrusted {
  readonly outcome: 'untrusted';
  readonly fault: Fault;
}

/** The runtime lacks something that the application can supply. Nothing was sent. */
export interface Unsupported {
  readonly outcome: 'unsupported';
  readonly missing: readonly Missing[];
  readonly detail: string;
}

/** The library was asked for something that needs an activated license key first. */
export interface NotActivated {
  readonly outcome: 'not_activated';
}

/** What is wrong with a token, a set of keys or a signature. */
export type Fault =
  | 'too_long'
  | 'malformed'
  | 'wrong_algorithm'
  | 'wrong_type'
  | 'unknown_key'
  | 'bad_signature'
  | 'wrong_issuer'
  | 'wrong_organization'
  | 'wrong_license_key'
  | 'wrong_device'
  | 'wrong_benefit'
  | 'wrong_nonce'
  | 'wrong_request'
  | 'not_signed'
  | 'not_yet_valid'
  | 'expired'
  | 'replayed';

/** What an operation returns. Only an abort by the caller, and wrong options, are thrown. */
export type Result<T> = ({ readonly outcome: 'ok' } & T) | Refused | Unavailable | Untrusted | Unsupported;

export const unsupported = ({ missing, message }: UnsupportedRuntime): Unsupported => ({
  outcome: 'unsupported',
  missing,
  detail: message,
});

export const untrusted = (fault: Fault): Untrusted => ({ outcome: 'untrusted', fault });

/** Thrown inside the library by what verifies; operations turn it into a result. */
export class NotTrusted extends Error {
  constructor(readonly fault: Fault) {
    super(fault);
    this.name = 'NotTrusted';
  }
}

/** The outcome of a verification, or the fault that it threw. */
export async function orFault<T>(verification: () => Promise<T>): Promise<T | Untrusted | Unsupported> {
  try {
    return await verification();
  } catch (error) {
    if (error instanceof NotTrusted) return untrusted(error.fault);
    if (error instanceof UnsupportedRuntime) return unsupported(error);
    throw error;
  }
}
