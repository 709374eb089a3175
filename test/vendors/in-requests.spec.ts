import { inRequests } from '../../apps/cli/vendors/in-requests.ts';
import type { PurchaseLine } from '../../apps/cli/vendors/reading.ts';

const lineOf = (id: string, name = ''): { readonly source: string; readonly line: PurchaseLine } => ({
  source: `order ${id}`,
  line: { type: 'order', external_id: id, external_source: 'x', product: 'pro', customer: { name } },
});

test('a request has at most 10,000 lines, and each line keeps the name of its record', () => {
  const requests = inRequests(Array.from({ length: 10_001 }, (_line, index) => lineOf(String(index))));
  expect(requests.map((request) => String(request.content()).trimEnd().split('\n').length)).toEqual([10_000, 1]);
  expect([requests[0]!.nameOf(10_000), requests[1]!.nameOf(1)]).toEqual(['order 9999', 'order 10000']);
});

test('a request has at most 50 MiB, as UTF-8', () => {
  const requests = inRequests([1, 2, 3].map((id) => lineOf(String(id), '€'.repeat(8 * 1024 * 1024))));
  expect(requests).toHaveLength(2);
  expect(requests.map(({ bytes, content }) => bytes === Buffer.byteLength(String(content())))).toEqual([true, true]);
});
