import type { FastifyInstance } from 'fastify';

/** `/v1/things/:id` as an expression that paths match; a `*` takes everything. */
const expression = (url: string): RegExp => {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`);
};

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!;

/** Remembers the routes that are added from now on. Answers which methods a path has; none means that there is no such path. */
export function allowedMethods(fastify: FastifyInstance): (url: string) => string[] {
  const known = new Map<string, { readonly matches: RegExp; readonly methods: Set<string> }>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { matches: expression(url), methods: new Set() };
    known.set(url, route);
    for (const each of [method].flat()) route.methods.add(each);
  });
  return (url) => {
    const path = pathOf(url);
    const routes = [...known.values()].filter(({ matches }) => matches.test(path));
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort();
  };
}
