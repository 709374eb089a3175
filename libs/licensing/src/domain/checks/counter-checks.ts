import { DomainError } from '#kernel';
import { refusalOfUnits } from '../counters/counting.ts';
import { unitsAfter } from '../counters/leased-units.ts';
import type { Check } from './check.ts';

const help = 'Raise the limit of the counter in the benefit, or set what is used of it back.';

export const counterLeft: Check = {
  name: 'counter_left',
  operations: ['validate'],
  help,
  about: { request: 'increment', without: 'The request increments no counter.' },
  run: (key, { increment, now }) => refusalOfUnits(key, increment!, now, increment!.path ?? ['increment', 'counter']),
};

export const leasedUnitsLeft: Check = {
  name: 'leased_units_left',
  operations: ['lease'],
  help,
  about: { request: 'units', without: 'The request is about no counter.' },
  run: (key, { activation, units, now }) => {
    const outcome = unitsAfter(key, key.leasing?.leaseOf(activation)?.units ?? null, units!, now);
    return outcome instanceof DomainError ? outcome : null;
  },
};
