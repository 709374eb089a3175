import { ApiProblem } from '../../apps/web/api/problem.ts';
import { eventFilter, pairIn, readEventsSearch } from '../../apps/web/console/events/filters.ts';
import { draftOf, type Filter, filterOf, isSameFilter, newClause, newGroup } from '../../apps/web/console/meters/filter-draft.ts';
import { formatsOf } from '../../apps/web/i18n/formats.ts';
import { labelsOf, PERIODS, rangeOf } from '../../apps/web/ui/period.ts';

const WORDS = { missingProperty: 'missing', notAnInteger: 'no integer' };
const FILTER: Filter = {
  conjunction: 'or',
  clauses: [
    { property: 'name', operator: 'eq', value: 'call' },
    {
      conjunction: 'and',
      clauses: [
        { property: 'ms', operator: 'gte', value: -12 },
        { property: 'cached', operator: 'ne', value: false },
        { conjunction: 'and', clauses: [] },
      ],
    },
  ],
};

describe('a filter that is edited', () => {
  test('is the same if nothing was changed, with texts, numbers and truth values', () => {
    expect(filterOf(draftOf(FILTER), WORDS)).toEqual(FILTER);
  });

  test('is compared with another whatever the order of its fields is', () => {
    const clauses = [{ value: 'call', operator: 'eq', property: 'name' } as const, FILTER.clauses[1]!];
    expect(isSameFilter({ clauses, conjunction: 'or' }, FILTER)).toBe(true);
    expect(isSameFilter({ clauses: clauses.toReversed(), conjunction: 'or' }, FILTER)).toBe(false);
    expect(isSameFilter({ clauses, conjunction: 'and' }, FILTER)).toBe(false);
  });

  const problemsOf = (change: object): Readonly<Record<string, string>> => {
    try {
      filterOf(newGroup([newGroup([{ ...newClause(), ...change }])]), WORDS);
    } catch (error) {
      const { fields } = error as ApiProblem;
      return Object.fromEntries(Object.entries(fields).map(([name, { msg }]) => [name, msg]));
    }
    return {};
  };

  test.each([
    ['no property', { property: ' ' }, { 'filter.clauses.0.clauses.0.property': 'missing' }],
    ['a number in words', { type: 'number', value: 'ten' }, { 'filter.clauses.0.clauses.0.value': 'no integer' }],
    ['no number', { type: 'number', value: '' }, { 'filter.clauses.0.clauses.0.value': 'no integer' }],
    ['a fraction', { type: 'number', value: '1.5' }, { 'filter.clauses.0.clauses.0.value': 'no integer' }],
    ['an empty text', { value: '' }, {}],
  ])('with %s', (_case, change, expected) => {
    expect(problemsOf(change)).toEqual(expected);
  });
});

describe('the address of the list of events', () => {
  test('is read without what is not known', () => {
    const search = { source: 'user', name: 7, from: '2026-13-40', until: '2026-03-01', sort: 'name', page: '1', other: 'x' };
    expect(readEventsSearch(search)).toEqual({ source: 'user', name: '7', until: '2026-03-01' });
  });

  test('becomes the parameters of a search; days are those of the reader, and included', () => {
    const {
      start_timestamp: start,
      end_timestamp: end,
      ...rest
    } = eventFilter({
      from: '2026-03-01',
      until: '2026-03-02',
      metadata: 'model = large=1',
      query: 'ab',
      customer: 'c',
    });
    expect(rest).toEqual({ metadata: { model: 'large=1' }, customer_id: ['c'] });
    expect(new Date(start!)).toEqual(new Date(2026, 2, 1));
    expect(new Date(end!)).toEqual(new Date(new Date(2026, 2, 3).getTime() - 1));
  });

  test.each([
    ['a=b', ['a', 'b']],
    ['a=', ['a', '']],
    ['=b', undefined],
    ['a', undefined],
  ])('%s as a pair of metadata', (text, expected) => {
    expect(pairIn(text)).toEqual(expected);
  });
});

describe('the period of a chart', () => {
  const NOW = new Date(2026, 10, 18, 15, 20);

  test.each([
    ['day', 'hour', new Date(2026, 10, 17, 16)],
    ['week', 'day', new Date(2026, 10, 12)],
    ['month', 'day', new Date(2026, 9, 20)],
    ['quarter', 'week', new Date(2026, 7, 24)],
    ['year', 'month', new Date(2025, 11, 1)],
  ] as const)('%s has intervals of a %s, the last of which contains now', (period, interval, start) => {
    expect(rangeOf(period, NOW)).toMatchObject({
      interval,
      start_timestamp: start.toISOString(),
      end_timestamp: NOW.toISOString(),
    });
  });

  test('on a Sunday, the week began on Monday', () => {
    const { start_timestamp: start } = rangeOf('quarter', new Date(2026, 10, 22));
    expect(new Date(start)).toEqual(new Date(2026, 7, 24));
  });

  test('labels its intervals on the axis and in full', () => {
    const formats = formatsOf('en-GB');
    const labels = PERIODS.map((period) => labelsOf(period, formats, new Date(2026, 10, 1).toISOString()).label);
    expect(labels).toEqual(['00:00', '1 Nov', '1 Nov', '1 Nov', 'Nov 2026']);
  });
});
