import { toCamelCase } from '#support/texts';
import type { Source } from './sources.ts';

const DECLARATION = 'libs/platform/src/config/environment.ts';
const COMPOSITION = 'libs/platform/src/config/config.ts';

/** The names of the settings, as `environment.ts` declares them. */
const declaredIn = (text: string): string[] => [...text.matchAll(/^ {2}([A-Z][A-Z_\d]+)(?: = |\??:)/gm)].map(([, name]) => name!);

/** Settings that the page does not have, and rows of the page that are no settings. */
export function undocumentedSettings(environment: string, page: string): string[] {
  const declared = new Set(declaredIn(environment));
  const documented = new Set([...page.matchAll(/^\| `([A-Z_\d]+)`\s*\|/gm)].map(([, name]) => name!));
  return [
    ...[...declared].filter((name) => !documented.has(name)).map((name) => `${name} has no row in docs/configuration.md`),
    ...[...documented].filter((name) => !declared.has(name)).map((name) => `${name} is not declared in ${DECLARATION}`),
  ];
}

/** Settings that `Config` has under their own names in camel case, and that nothing reads. */
export function unreadSettings(among: readonly Source[]): string[] {
  const textOf = (path: string): string => among.find(({ file }) => file === path)?.text ?? '';
  const [, list = ''] = /const COMPOSED = \[([^\]]*)\]/.exec(textOf(COMPOSITION)) ?? [];
  const composed = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!);
  const readers = among.filter(({ file }) => file !== DECLARATION).map(({ code }) => code);
  return declaredIn(textOf(DECLARATION))
    .filter((name) => !composed.some((beginning) => name.startsWith(beginning)))
    .filter((name) => {
      const property = new RegExp(`\\b${toCamelCase(name.toLowerCase())}\\b`);
      return !readers.some((code) => property.test(code));
    })
    .map((name) => `nothing reads the setting ${name}`);
}
