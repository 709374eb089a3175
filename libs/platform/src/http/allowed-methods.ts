import type { FastifyInstance } from 'fastify';

/** Converts a route such as `/v1/things/:id` to a regular expression; `*` matches everything. */
const expression = (url: string): RegExp => {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`);
};

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!;

/** Records the routes that are added from now on. Returns the methods of a path; an empty list means that the path does not exist. */
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
