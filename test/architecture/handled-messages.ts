import { dirname } from 'node:path';
import { contexts, type Source } from './sources.ts';

const HANDLES = /@(?:CommandHandler|QueryHandler)\((\w+)\)/g;
const DECLARES = /\bclass (\w+) extends (?:Command|Query)\b/g;
const MAKES = /\bnew (?:\w+\.)?(\w+)\b/g;
const RUNS = /^(apps\/|libs\/[^/]+\/src\/)(?!.*\.spec\.ts$)/;

const namesIn = ({ code }: Source, pattern: RegExp): string[] => [...code.matchAll(pattern)].map(([, name]) => name!);

/** The contexts of which a program is composed. */
function contextsOf({ code }: Source): readonly string[] {
  if (/\.\.\.contextModules\b/.test(code)) return contexts();
  return [...code.matchAll(/import \{[^}]*\b\w+Module\b[^}]*\} from ["']#([\w-]+)["']/g)].map(([, context]) => context!);
}

/**
 * Commands and queries that a program can send, itself or by a handler that it has, and that none of its contexts handles. A program is a
 * module of an app that registers the platform.
 */
export function unhandledMessages(among: readonly Source[]): string[] {
  const running = among.filter(({ file }) => RUNS.test(file));
  const messages = new Set(running.flatMap((source) => namesIn(source, DECLARES)));
  return running
    .filter(({ file, code }) => file.startsWith('apps/') && code.includes('PlatformModule.register('))
    .flatMap((program) => {
      const folders = contextsOf(program).map((context) => `libs/${context}/src/`);
      const parts = running.filter(({ file }) => folders.some((folder) => file.startsWith(folder)));
      const handled = new Set(parts.flatMap((source) => namesIn(source, HANDLES)));
      const own = running.filter(({ file }) => dirname(file).startsWith(dirname(program.file)));
      const sent = [...own, ...parts].flatMap((source) =>
        namesIn(source, MAKES).flatMap((name) => (messages.has(name) ? [`${source.file} sends ${name}`] : [])),
      );
      return [...new Set(sent)]
        .filter((each) => !handled.has(each.split(' ').at(-1)!))
        .map((each) => `${program.file}: ${each}, which it does not handle`);
    });
}
