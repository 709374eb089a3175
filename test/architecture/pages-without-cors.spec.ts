import { NO_KEY_LIMITS, NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { addressOf, type Route, withRoutes } from '../support/routes.ts';

/** What other origins may ask: the API and its documents. Whatever is elsewhere is a page, or belongs to one. */
const FOR_OTHERS =
  /^\/(?:v1\/|\.well-known\/|openapi\.|health\/|media\/|downloads\/|releases\/|v2(?:\/|$)|mcp$|compat\/|llms\.txt$|assets\/)/;
/** The page at which clients of the reference let users sign in. */
const PAGE_OF_API = '/v1/oauth2/authorize';

let api: TestApi;
let routes: readonly Route[];
beforeAll(async () => {
  ({ started: api, routes } = await withRoutes(() => startApi({ ...NO_KEY_LIMITS, ...NO_SIGN_IN_LIMITS })));
});
afterAll(() => api.close());

/** The names of the headers of CORS in the response to a request of another origin. */
async function corsOf(method: string, url: string): Promise<{ readonly type: string; readonly cors: readonly string[] }> {
  const origin = { origin: 'https://elsewhere.example', accept: 'text/html', 'access-control-request-method': 'POST' };
  const { headers } = await api.app.inject({ method: method as 'GET', url, headers: origin });
  return {
    type: String(headers['content-type']),
    cors: Object.keys(headers).filter((name) => name.startsWith('access-control-')),
  };
}

const isPage = ({ url }: Route): boolean => !FOR_OTHERS.test(url) || url === PAGE_OF_API;

test('no page may be read by another origin, whatever its answer is', async () => {
  const pages = routes.filter(isPage);
  const found: string[] = [];
  for (const route of pages) {
    const address = addressOf(route);
    for (const method of [route.method, 'OPTIONS']) {
      for (const url of [address, `${address}?a=b`, `${address.replace(/\/$/, '')}/`]) {
        const { cors } = await corsOf(method, url);
        if (cors.length > 0) found.push(`${method} ${url}: ${cors}`);
      }
    }
  }
  expect(found).toEqual([]);
  for (const known of ['/', '/console', '/portal/:slug', '/docs', '/docs/*', '/oauth2/device', '/oauth2/interaction/:uid']) {
    expect(pages.map(({ url }) => url)).toContain(known);
  }
});

test('no other route answers with a page that another origin may read', async () => {
  const others = routes.filter((route) => !isPage(route));
  const found: string[] = [];
  for (const route of others) {
    const { type, cors } = await corsOf(route.method, addressOf(route));
    if (type.startsWith('text/html') && cors.length > 0) found.push(`${route.method} ${route.url}`);
  }
  expect(found).toEqual([]);
  expect(others.length).toBeGreaterThan(200);
  expect((await corsOf('GET', '/v1/benefits/')).cors).toContain('access-control-allow-origin');
});
