import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const entryOf = (surface) => join(import.meta.dirname, surface, 'main.tsx');
const SURFACES = ['console', 'portal', 'portal/sign-in'].map(entryOf);
const WORDS = ['en', 'de'].map((language) => join(import.meta.dirname, `console/words/${language}.ts`));
const FIRST_PAGE = join(import.meta.dirname, 'console/overview/overview.tsx');

/** The index of React Aria and that of the icons import everything; what is used of them at once are these controls, and icons by name. */
const INDEX = /\/(?:react-aria-components\/dist\/exports\/index|lucide-react\/dist\/esm\/lucide-react)\.mjs$/;
const ARIA = dirname(createRequire(import.meta.url).resolve('react-aria-components/package.json'));
const CONTROLS = ['Button', 'Form', 'TextField', 'Input', 'TextArea', 'Label', 'Text', 'FieldError'].map((name) =>
  join(ARIA, `dist/private/${name}.mjs`),
);
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.mjs$/;
const ICONS_IMPORTED = /import \{([^}]*)\} from ["']lucide-react["']/g;

/** What modules import, and what that imports. */
function importedBy(modules, graph, found = new Set()) {
  for (const each of modules) {
    if (found.has(each) || INDEX.test(each)) continue;
    found.add(each);
    importedBy(graph.getModuleInfo(each)?.importedIds ?? [], graph, found);
  }
  return found;
}

/** The names of files of icons that modules import. */
function iconsOf(modules, graph) {
  const code = [...modules].filter((id) => !id.includes('/node_modules/')).map((id) => graph.getModuleInfo(id)?.code ?? '');
  const names = code.flatMap((text) => [...text.matchAll(ICONS_IMPORTED)].flatMap(([, given]) => given.split(',')));
  return new Set(
    names.map((name) =>
      name
        .trim()
        .replace(/ as .*$/, '')
        .replace(/(?<=.)[A-Z0-9]+/g, '-$&')
        .toLowerCase(),
    ),
  );
}

/** What no document uses at once of what its libraries export from one index. */
const LATER =
  /\/query-core\/.*\/(?:queriesObserver|mutationObserver|infiniteQueryObserver)\.js$|\/react-query\/.*\/(?:useQueries|useMutation|useInfiniteQuery)\.js$/;

let loaded;

/** What documents load at once, and the icons of that. */
function loadedAtOnce(graph) {
  const [inConsole, inPortal, inSignIn] = SURFACES.map((entry) => importedBy([entry, ...CONTROLS], graph));
  return {
    inConsole,
    inPortal,
    inSignIn,
    inWords: WORDS.map((entry) => importedBy([entry], graph)),
    inFirstPage: importedBy([FIRST_PAGE, ...CONTROLS], graph),
    icons: iconsOf(inSignIn, graph),
    moreIcons: iconsOf(importedBy([...SURFACES, FIRST_PAGE], graph), graph),
  };
}

/** What the first page of the console has in common with other pages. Those of the portal load nothing of the console. */
function firstPageChunkOf(id) {
  if (id.startsWith(dirname(FIRST_PAGE))) return null;
  return id.includes('/web/console/') ? 'first-page' : 'figures';
}

function chunkOf(id, graph) {
  loaded ??= loadedAtOnce(graph);
  const { inConsole, inPortal, inSignIn, inWords, inFirstPage, icons, moreIcons } = loaded;
  const [, icon] = ICON.exec(id) ?? [];
  if (icon) return icons.has(icon) ? 'base' : moreIcons.has(icon) ? 'application' : 'more-icons';
  if (inWords.every((imported) => imported.has(id))) return 'application';
  if (LATER.test(id)) return null;
  if (!inPortal.has(id) && inSignIn.has(id)) return id.includes('/web/ui/') ? 'forms' : null;
  if (!inPortal.has(id)) return inFirstPage.has(id) ? firstPageChunkOf(id) : null;
  if (inSignIn.has(id)) return inConsole.has(id) ? 'base' : 'seller';
  return inConsole.has(id) ? 'application' : null;
}

/**
 * Chunks of what documents load at once: `base` is what all of them load, `seller` what those of a portal have in common, `application` what
 * documents with pages load besides, `forms` what signing in needs of forms. `figures` and `first-page` are what the first page of the console
 * has in common with pages of the portal and with others of the console. There would be a chunk for each set of pages that share something.
 * A chunk takes what its modules import, unless one before it has.
 */
export const groups = ['base', 'seller', 'application', 'forms', 'figures', 'first-page', 'more-icons'].map((name) => ({
  debugName: name,
  name: (id, graph) => (chunkOf(id, graph) === name ? name : null),
}));
