import { startApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** Where a browser looks for what a page names. */
const namedIn = (page: string, html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, link]) => new URL(link!, `http://latchkey${page}`).pathname);

test.each(['/docs', '/docs/'])('the page at %s is there, with everything that it loads', async (page) => {
  const { statusCode, headers, body } = await api.app.inject({ url: page });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html']);
  expect(body).toContain('<title>Latchkey API</title>');

  const assets = [...new Set(namedIn(page, body))];
  expect(assets).toEqual(expect.arrayContaining(['/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js']));
  const answers = await Promise.all(assets.map((url) => api.app.inject({ url })));
  expect(assets.filter((_url, index) => answers[index]!.statusCode !== 200)).toEqual([]);
});

test('the page shows the document, and keeps a token that was typed in', async () => {
  const { body } = await api.app.inject({ url: '/docs/swagger-ui-init.js' });
  expect(body).toContain('"operationId": "license_keys.activate"');
  expect(body).toContain('"persistAuthorization": true');
});
