import { ApiProblem } from '../../apps/web/api/problem.ts';
import { eventFilter, pairIn, readEventsSearch } from '../../apps/web/console/events/filters.ts';
import { draftOf, type Filter, filterOf, isSameFilter, newClause, newGroup } from '../../apps/web/console/meters/filter-draft.ts';
import { formatsOf } from '../../apps/web/i18n/formats.ts';
import { intervalOf, labelsOf, PERIODS, rangeOf } from '../../apps/web/ui/period.ts';

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

  test('becomes the parameters of a search; days are those of the organization, and included', () => {
    const {
      start_timestamp: start,
      end_timestamp: end,
      ...rest
    } = eventFilter(
      {
        from: '2026-03-01',
        until: '2026-03-02',
        metadata: 'model = large=1',
        query: 'ab',
        customer: 'c',
      },
      'Europe/Berlin',
    );
    expect(rest).toEqual({ metadata: { model: 'large=1' }, customer_id: ['c'] });
    expect([start, end]).toEqual(['2026-02-28T23:00:00.000Z', '2026-03-02T22:59:59.999Z']);
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
  const NOW = new Date('2026-11-18T15:20:00+05:30');

  test.each([
    ['day', 'hour', '2026-11-17T16:00:00+05:30'],
    ['week', 'day', '2026-11-12T00:00:00+05:30'],
    ['month', 'day', '2026-10-20T00:00:00+05:30'],
    ['quarter', 'week', '2026-08-24T00:00:00+05:30'],
    ['year', 'month', '2025-12-01T00:00:00+05:30'],
  ] as const)('%s has intervals of a %s, the last of which contains now', (period, interval, start) => {
    expect(rangeOf(period, NOW, 'Asia/Kolkata')).toMatchObject({
      interval,
      start_timestamp: new Date(start).toISOString(),
      end_timestamp: NOW.toISOString(),
    });
  });

  test('on a Sunday, the week began on Monday', () => {
    const { start_timestamp: start } = rangeOf('quarter', new Date('2026-11-22T23:30:00-08:00'), 'America/Los_Angeles');
    expect(start).toBe('2026-08-24T07:00:00.000Z');
  });

  test('labels its intervals on the axis and in full', () => {
    const formats = formatsOf('en-GB', 'Asia/Kolkata');
    const labels = PERIODS.map((period) => labelsOf(intervalOf(period), formats, '2026-10-31T18:30:00.000Z').label);
    expect(labels).toEqual(['00:00', '1 Nov', '1 Nov', '1 Nov', 'Nov 2026']);
  });
});
