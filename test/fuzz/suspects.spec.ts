import { type Sent, suspects } from './suspects.ts';

const request = { operation: 'GET /', method: 'GET', url: '/', headers: {}, body: undefined };
const sent = (status: number, fromMs: number, toMs: number): Sent => ({ request, status, fromMs, toMs });
const [early, beside, late] = [sent(404, 0, 10), sent(422, 15, 25), sent(401, 40, 50)];
const accepted = sent(200, 12, 30);
const all = [early, beside, accepted, late];

test('nobody is suspected if nothing was written', () => {
  expect(suspects(all, [])).toEqual([]);
});

test('refused requests are suspected of what was written while they were under way', () => {
  expect(suspects(all, [13])).toEqual([]);
  expect(suspects(all, [13, 20])).toEqual([beside]);
});

test('all of them are, if something was written beside no request that could do so', () => {
  expect(suspects(all, [20, 45])).toEqual([early, beside, late]);
  expect(suspects(all, [60])).toEqual([early, beside, late]);
});

test('a request without a response may have written', () => {
  expect(suspects([early, sent(0, 60, 90), late], [70])).toEqual([]);
});
