import { standingIn } from './standing.ts';

const AT = '2026-06-01T12:00:00.000Z';
const UNTIL = '2027-06-01T12:00:00.000Z';

test('every circumstance is read with its parameters', () => {
  const header = `trial;until="${UNTIL}", past_due;until="${UNTIL}", over_limit;limit=3;used=10, renewed;at="${AT}";until="${UNTIL}"`;
  expect(standingIn(header)).toEqual({
    trial: { until: new Date(UNTIL) },
    pastDue: { until: new Date(UNTIL) },
    overLimit: { limit: 3, used: 10 },
    renewed: { at: new Date(AT), until: new Date(UNTIL) },
  });
});

test('what says nothing, is not known or is malformed is left out', () => {
  expect(standingIn('good')).toEqual({});
  expect(standingIn('trial, moved;to="Mars", constructor')).toEqual({ trial: {} });
  for (const malformed of ['', 'trial;', 'trial;until=', 'TRIAL', 'trial;until="a\\"b"', ','.repeat(1000)])
    expect(standingIn(malformed)).toEqual({});
});
