/** Why an event is not processed. `waiting`: another event has to come first. `failed`: somebody has to do something. */
export interface Problem {
  readonly status: 'ignored' | 'waiting' | 'failed';
  readonly code: ProblemCode;
  /** A sentence for the seller. */
  readonly problem: string;
}

export type Outcome = { readonly status: 'processed' } | Problem;

export const PROBLEM_CODES = [
  'not_relevant',
  'test_event',
  'unknown_account',
  'customer_unknown',
  'email_missing',
  'customer_deleted',
  'subscription_unknown',
  'not_paid',
  'payment_unknown',
  'list_incomplete',
  'price_unknown',
  'brings_nothing',
  'organization_blocked',
  'value_unknown',
  'payload_thin',
  'unreadable',
  'refused',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const PROCESSED: Outcome = { status: 'processed' };
export const ignored = (code: ProblemCode, problem: string): Problem => ({ status: 'ignored', code, problem });
export const waiting = (code: ProblemCode, problem: string): Problem => ({ status: 'waiting', code, problem });
export const failed = (code: ProblemCode, problem: string): Problem => ({ status: 'failed', code, problem });
