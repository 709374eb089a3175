import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = import.meta.dirname;
const [CONSOLE_LANGUAGES, LANGUAGES] = [
  ['en', 'de'],
  ['en', 'de', 'ar'],
];

/** The pages of the console by their addresses: `keys` is `keys/keys.tsx`, and `keys/` with an ID is `keys/key.tsx`. */
const consolePages = readdirSync(join(ROOT, 'console')).flatMap((name) => [
  [name === 'overview' ? '' : name, `console/${name}/${name}.tsx`],
  [`${name}/`, `console/${name}/${name.replace(/s$/, '')}.tsx`],
]);
const portalPages = ['keys', 'purchases', 'downloads', 'team', 'usage', 'billing'].map((name) => [
  name === 'keys' ? '' : name,
  `portal/pages/${name}.tsx`,
]);

/** What documents load at once: the words of the surface, the pages by their addresses, and what pages ask first. */
const SURFACES = {
  console: { words: 'console/words/', languages: CONSOLE_LANGUAGES, pages: consolePages, asks: ['/console/api/v1/users/me'] },
  portal: {
    words: 'portal/words/',
    languages: LANGUAGES,
    pages: portalPages,
    session: '/portal/{slug}/api/session',
    asksInSession: ['/portal/{slug}/api/v1/customer-portal/customers/me'],
    asks: ['/portal/{slug}/api/v1/customer-portal/organizations/{slug}/branding'],
  },
  'portal-sign-in': {
    words: 'portal/sign-in/words.',
    languages: LANGUAGES,
    pages: [['sign-in']],
    asks: ['/portal/{slug}/api/v1/customer-portal/organizations/{slug}/branding'],
  },
};

/** Runs in the document. `fetchInLanguage` takes the responses. */
const load = `
  const [, , slug, name = '', id] = location.pathname.split('/');
  const given = [localStorage.getItem('latchkey.language'), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  const page = slug === 'sign-in' ? null : parts.pages[/^[\\w-]{36}$/.test(id) ? name + '/' : id ? null : name];
  const files = [...parts.words[given.find((each) => each in parts.words) ?? 'en'], ...(page ?? [])];
  for (const file of new Set(files)) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/assets/' + file });
    link.nonce = document.currentScript.nonce;
    document.head.append(link);
  }
  globalThis.early = new Map();
  const ask = (path, may = Promise.resolve(true)) => {
    const url = new URL(path.replaceAll('{slug}', slug), location.href).href;
    early.set(url, may.then((isAsked) => (isAsked ? fetch(url) : null)).catch(() => null));
    return early.get(url);
  };
  if (page) {
    for (const path of parts.asks) ask(path);
    if (parts.session) {
      const isSignedIn = ask(parts.session).then(async (answer) => answer?.ok && (await answer.clone().json()).signed_in);
      for (const path of parts.asksInSession) ask(path, isSignedIn);
    }
  }
`;

/**
 * Lets documents load at once what their page needs, and ask for what it shows first: scripts that load scripts would do so one after the
 * other.
 */
export const early = {
  name: 'early',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, path }) {
      const surface = SURFACES[path.replace(/^.*\//, '').replace('.html', '')];
      if (!surface || !bundle) return html;
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const chunkOf = (module) => chunks.find(({ facadeModuleId }) => facadeModuleId === join(ROOT, module));
      const filesOf = (...modules) => {
        const files = new Set();
        const add = (chunk) => {
          if (!chunk || files.has(chunk.fileName)) return;
          files.add(chunk.fileName);
          for (const each of chunk.imports) add(bundle[each]);
        };
        modules.forEach((module) => add(chunkOf(module)));
        return [...files].map((file) => file.replace('assets/', ''));
      };
      const parts = {
        words: Object.fromEntries(
          surface.languages.map((language) => [
            language,
            filesOf(`${surface.words}${language}.ts`, `i18n/ui-words.${language}.ts`),
          ]),
        ),
        pages: Object.fromEntries(
          surface.pages
            .filter(([, module]) => module === undefined || existsSync(join(ROOT, module)))
            .map(([address, module]) => [address, module === undefined ? [] : filesOf(module)]),
        ),
        asks: surface.asks,
        session: surface.session,
        asksInSession: surface.asksInSession,
      };
      const script = `<script nonce="__NONCE__">{ const parts = ${JSON.stringify(parts)};${load}}</script>\n    `;
      // Behind style sheets it would wait for them.
      return html.replace('<script type="module"', (entry) => script + entry);
    },
  },
};
