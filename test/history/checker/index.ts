import { type History, type Kind, type Operation, OVERLOADED, type SubjectType } from '../operations.ts';
import { eventViolations } from './events.ts';
import { purchaseViolations } from './purchases.ts';
import { Selection } from './select.ts';
import { slotViolations } from './slots.ts';
import { stringViolations } from './strings.ts';
import { usageViolations } from './usage.ts';

const ACTIVATIONS = {
  take: 'activate',
  release: 'deactivate',
  use: 'validate activation',
  read: 'read activations',
  full: 'ACTIVATION_LIMIT_REACHED',
} as const;
const SEATS = { take: 'assign', release: 'revoke seat', use: 'claim', read: 'read seats', full: 'SeatNotAvailable' } as const;

const CHECKS: { readonly [T in SubjectType]: (operations: Selection, limit: number) => string[] } = {
  activations: (operations, limit) => slotViolations(operations, ACTIVATIONS, limit),
  seats: (operations, limit) => slotViolations(operations, SEATS, limit),
  usage: usageViolations,
  strings: stringViolations,
  purchases: purchaseViolations,
  events: eventViolations,
};

/** Why the service may refuse an operation, besides too many at once. */
const REFUSALS: { readonly [K in Kind]?: readonly string[] } = {
  activate: ['ACTIVATION_LIMIT_REACHED'],
  deactivate: ['ACTIVATION_NOT_FOUND'],
  'validate activation': ['ACTIVATION_NOT_FOUND'],
  'count usage': ['USAGE_LIMIT_EXCEEDED', 'COUNTER_LIMIT_REACHED'],
  'use string': ['ROTATED', 'REVOKED'],
  rotate: ['RotateNotPermitted'],
  assign: ['SeatNotAvailable'],
  claim: ['InvalidInvitationToken'],
};

/** All that the service did or said and must not: limits exceeded, acknowledged operations lost, refused ones carried out. */
export function violationsOf(history: History): string[] {
  const bySubject = Map.groupBy(history, ({ subject }) => subject);
  const created = new Selection(history).done('create');
  const wrong = created.flatMap(({ subject, input: { type, limit } }) =>
    CHECKS[type](new Selection(bySubject.get(subject)!), limit ?? Infinity).map((what) => `${type} ${subject}: ${what}`),
  );
  return [...wrong, ...history.flatMap(unexpected)];
}

function unexpected(operation: Operation): string[] {
  const { kind, subject } = operation;
  if (operation.outcome === 'unknown' && operation.reason === '500') return [`${kind} ${subject}: responded with 500`];
  if (operation.outcome !== 'refused' || [OVERLOADED, ...(REFUSALS[kind] ?? [])].includes(operation.code)) return [];
  return [`${kind} ${subject}: refused unexpectedly, with ${operation.code}`];
}
