import { type AuditedEntry, type ChainLink, faultOf, linkOf } from './audit-chain.ts';

const entry = (attributes: Partial<AuditedEntry> = {}): AuditedEntry => ({
  id: '5b0d0f1e-7c0b-4f57-8a63-0d3b6f0c1a11',
  created_at: '2026-11-23T10:15:00.000Z',
  organization_id: '0a6d3a54-8d1f-4c2b-9b8e-3f1f6a0e2b22',
  actor: { type: 'member', id: '77f1b3a2-55d4-4a63-b0c7-0a7c7c3c3333', credential_id: null },
  address: '192.0.2.1',
  request_id: null,
  event: null,
  operation: 'PATCH /v1/license-keys/{id}',
  action: 'updated',
  resource: { type: 'license_key', id: '5d1e5b6e-3c57-4a0f-9d7c-8f3f0b4d4444' },
  customer_id: null,
  changes: { limit_usage: { before: 100, after: 200 } },
  ...attributes,
});

const first = linkOf(entry(), undefined);
const second = linkOf(entry({ created_at: '2026-11-23T10:16:00.000Z' }), first);

test('the digest of an entry is that of its canonical JSON, which anybody can make', () => {
  // Made with json.dumps(…, sort_keys=True, separators=(',', ':')) and hashlib of Python.
  expect(first).toEqual({
    position: 1,
    previous: null,
    valuesDigest: 'f4b101f409ecc1294707f13dc44da4e3faee80a54fff3d96a52c170c993b3213',
    digest: '42ae04ea9cf944d89b6e93d08d5aa7dea0d86a0b61bad6f368cd69c410ac8a39',
  });
});

test('a chain is true, also after the values of an entry were erased', () => {
  expect(faultOf(entry(), first, null)).toBeUndefined();
  expect(faultOf(entry(), first, undefined)).toBeUndefined();
  expect(faultOf(entry({ created_at: '2026-11-23T10:16:00.000Z' }), second, first)).toBeUndefined();
  expect(faultOf(entry({ address: null, changes: null }), first, undefined)).toBeUndefined();
});

test.each<[string, Partial<AuditedEntry>, string]>([
  ['who', { actor: { type: 'member', id: null, credential_id: null } }, 'changed'],
  ['when', { created_at: '2026-11-23T10:15:00.001Z' }, 'changed'],
  ['what', { operation: 'DELETE /v1/license-keys/{id}' }, 'changed'],
  ['of whom', { customer_id: '77f1b3a2-55d4-4a63-b0c7-0a7c7c3c3333' }, 'changed'],
  ['a value', { changes: { limit_usage: { before: 100, after: 100 } } }, 'values_changed'],
  ['an address', { address: '192.0.2.2' }, 'values_changed'],
  ['the values only', { changes: null }, 'values_changed'],
])('it is noticed that %s was changed', (_, attributes, fault) => {
  expect(faultOf(entry(attributes), first, undefined)).toBe(fault);
});

test('the address of a seller is not erased, so it does not change', () => {
  const bySeller = { actor: { type: 'user', id: null, credential_id: null } };
  const link = linkOf(entry(bySeller), undefined);
  expect(faultOf(entry({ ...bySeller, changes: null }), link, undefined)).toBeUndefined();
  expect(faultOf(entry({ ...bySeller, changes: null, address: null }), link, undefined)).toBe('changed');
});

test('it is noticed that an entry is gone, and that a link was left out, moved or made again', () => {
  const other: ChainLink = linkOf(entry({ action: 'created' }), undefined);
  expect(faultOf(undefined, second, first)).toBe('missing');
  expect(faultOf(entry({ created_at: '2026-11-23T10:16:00.000Z' }), second, other)).toBe('unlinked');
  expect(faultOf(entry(), { ...second, position: 3 }, first)).toBe('unlinked');
  expect(faultOf(entry(), second, null)).toBe('unlinked');
  expect(faultOf(entry(), { ...first, position: 2 }, undefined)).toBe('changed');
});
