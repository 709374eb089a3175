import { COUNTER_NAME, MOST_COUNTERS } from '#catalog/views';
import { allowanceOf, countersAt, type CountingKey } from '#support/counters';
import { described, type Infer, integer, mapOf, nullable, object, optional, timestamp } from '#platform/wire';

const CounterView = object(
  {
    used: integer({ ge: 0 }),
    limit: nullable(integer({ ge: 1 })),
    remaining: nullable(integer({ ge: 0 })),
    carried_over: optional(integer({ ge: 1 })),
    resets_at: optional(timestamp()),
  },
  'LicenseKeyCounter',
  {
    used: {
      text: 'How many units were used, in the current period if there is one. Those that leases have count as used.',
      example: 40,
    },
    limit: { text: 'The limit, or `null` if there is none.', example: 1000 },
    remaining: {
      text: 'How many units may still be used, with what was carried over and the overdraft; `null` if there is no limit. Units that are reserved are among them.',
      example: 960,
    },
    carried_over: { text: 'How many units of earlier periods may be used in this one. Left out if none.', example: 120 },
    resets_at: 'When the counter counts from 0 again. Left out if it does not.',
  },
);

/** The counters of a license key, in all of its views. */
export const counters = {
  counters: described(
    optional(mapOf(COUNTER_NAME, CounterView, { max: MOST_COUNTERS })),
    'What is counted beside the usage, by the names in `policy.counters`. Left out if nothing is. An extension.',
  ),
};

/** The counters of a key at that time; undefined if it has none. */
export function shownCounters(key: CountingKey, now: Date): { [name: string]: Infer<typeof CounterView> } | undefined {
  if (!key.policy?.counters) return undefined;
  const shown = countersAt(key, now).map(([name, rules, state]) => {
    const allowance = allowanceOf(rules, state);
    const carried = Math.min(state.carriedOver ?? 0, rules.rollover ?? 0);
    const view = {
      used: state.used,
      limit: rules.limit ?? null,
      remaining: Number.isFinite(allowance) ? Math.max(0, allowance - state.used) : null,
      ...(carried > 0 ? { carried_over: carried } : {}),
      ...(state.endsAt === undefined ? {} : { resets_at: new Date(state.endsAt) }),
    };
    return [name, view] as const;
  });
  return Object.fromEntries(shown);
}
