import type { FastifyInstance } from 'fastify';

/** The regular expression of a route such as `/v1/things/:id`; `*` matches anything. */
const toPattern = (url: string): RegExp => {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`);
};

const pathOf = (url: string): string => url.split(/[?#]/, 1)[0]!;

/** Records the routes added from now on. Returns a function that lists the methods of a path; empty if there is no such path. */
export function allowedMethods(fastify: FastifyInstance): (url: string) => string[] {
  const known = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  fastify.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    known.set(url, route);
    for (const each of [method].flat()) route.methods.add(each);
  });
  return (url) => {
    const path = pathOf(url);
    const routes = [...known.values()].filter(({ pattern }) => pattern.test(path));
    return [...new Set(routes.flatMap(({ methods }) => [...methods]))].sort();
  };
}
