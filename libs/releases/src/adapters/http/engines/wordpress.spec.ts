import { pluginUpdate } from './wordpress.ts';

type Offer = Parameters<typeof pluginUpdate>[0];

const release = {
  productId: 'product',
  version: '3.2.1',
  notes: { en: 'Fixes <b>.' },
  publishedAt: new Date('2026-12-05T10:00:00Z'),
};
const file = (name: string, manifest: string | null = null) => ({ name, describes: null, manifest });
const offer = (...artifacts: readonly object[]) => ({ offered: { release, artifacts } }) as unknown as Offer;

test('an update has the names that WordPress and update checkers read, and what the manifest says of the plugin', () => {
  const manifest = JSON.stringify({
    name: 'Acme Forms',
    requires: '6.4',
    tested: '6.8',
    requires_php: '8.1',
    version: '9',
    tags: [],
  });
  const place = { baseUrl: 'https://example.com', token: 'latchkey_dt_x' };
  const url = 'https://example.com/releases/product/token/latchkey_dt_x/files/3.2.1/acme-forms-3.2.1.zip';
  expect(pluginUpdate(offer(file('other.zip'), file('acme-forms-3.2.1.zip', manifest)), 'acme-forms', place)).toEqual({
    name: 'Acme Forms',
    requires: '6.4',
    tested: '6.8',
    requires_php: '8.1',
    slug: 'acme-forms',
    version: '3.2.1',
    new_version: '3.2.1',
    package: url,
    download_url: url,
    download_link: url,
    last_updated: '2026-12-05T10:00:00.000Z',
    sections: { changelog: '<p>Fixes &lt;b&gt;.</p>' },
  });
});

test.each([
  ['acme.zip', true],
  ['acme-3.2.1.zip', true],
  ['acme.3.2.1.zip', true],
  ['acme-pro-3.2.1.zip', false],
  ['acme-3.2.0.zip', false],
])('the file %s is of the plugin acme: %s', (name, isOf) => {
  expect(pluginUpdate(offer(file(name)), 'acme', { baseUrl: '' }) !== null).toBe(isOf);
});
