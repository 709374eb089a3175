import { fastify } from 'fastify';
import { allowedMethods } from './server.ts';

const done = () => 'done';

function routed(): (url: string) => string[] {
  const server = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  const allowedAt = allowedMethods(server);
  server.get('/', done);
  server.get('/things/', done);
  server.post('/things', done);
  server.get('/things/:id', done);
  server.route({ method: ['PATCH', 'DELETE'], url: '/things/:id', handler: done });
  server.post('/things/find', done);
  server.get('/things/:id/parts/:part', done);
  server.get('/files/*', done);
  server.get('/dots.json', done);
  return allowedAt;
}

test.each([
  ['/', ['GET', 'HEAD']],
  ['/things', ['GET', 'HEAD', 'POST']],
  ['/things/', ['GET', 'HEAD', 'POST']],
  ['/things?x=/y', ['GET', 'HEAD', 'POST']],
  ['/things#x', ['GET', 'HEAD', 'POST']],
  ['/things/1', ['DELETE', 'GET', 'HEAD', 'PATCH']],
  ['/things/1/', ['DELETE', 'GET', 'HEAD', 'PATCH']],
  ['/things/find', ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST']],
  ['/things/1/parts/2', ['GET', 'HEAD']],
  ['/files/a/b/c', ['GET', 'HEAD']],
  ['/dots.json', ['GET', 'HEAD']],
  ['/dotsxjson', []],
  ['/things/1/parts', []],
  ['/things//', []],
  ['/other', []],
  ['', ['GET', 'HEAD']],
  ['*', []],
])('%s has %j', (url, methods) => {
  expect(routed()(url)).toEqual(methods);
});
