import type { Filter } from '../../../domain/filter.ts';
import { requiredName } from './required-name.ts';

const named = (value: string | number, operator: 'eq' | 'ne' = 'eq') => ({
  property: 'name',
  operator,
  value,
});
const other = { property: 'plan', operator: 'eq', value: 'pro' } as const;
const all = (...clauses: Filter['clauses']): Filter => ({ conjunction: 'and', clauses });
const any = (...clauses: Filter['clauses']): Filter => ({ conjunction: 'or', clauses });

test.each<[what: string, filter: Filter, expected: string | undefined]>([
  ['of the only clause', all(named('call')), 'call'],
  ['of one of all clauses', all(other, named('call')), 'call'],
  ['of the only alternative', any(named('call')), 'call'],
  ['by its property of the metadata, which is the same', all({ ...named('call'), property: 'metadata.name' }), 'call'],
  ['unless it is one of several alternatives', any(named('call'), other), undefined],
  ['unless others are meant', all(named('call', 'ne')), undefined],
  ['unless the value is no text', all(named(5)), undefined],
  ['unless it is in a group', all(all(named('call'))), undefined],
  ['unless there is none', all(), undefined],
])('a filter requires the name %s', (_what, filter, expected) => {
  expect(requiredName(filter)).toBe(expected);
});
