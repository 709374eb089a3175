import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/**
 * What the versions of the API show otherwise, as the types of the installed public client declare it: read from the entry points of the
 * package, so that a new release of it shows what is new.
 */
const ROOT = 'node_modules/@polar-sh/sdk/dist';

/** The versions that have an entry point, oldest first. */
export const clientVersions = () =>
  globSync(`${ROOT}/*-*/index.d.mts`)
    .map((path) => dirname(path).split('/').at(-1))
    .sort();

/** The texts of the types of a version: those of the properties of an interface, or that of another type. */
function modelsOf(version) {
  const entry = readFileSync(join(ROOT, version, 'index.d.mts'), 'utf8');
  const [, path] = /models_d_exports \} from "([^"]+)\.mjs"/.exec(entry);
  const file = join(ROOT, version, `${path}.d.mts`);
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  return new Map(
    source.statements.flatMap((node) => {
      if (ts.isTypeAliasDeclaration(node)) return [[node.name.text, { '': node.type.getText() }]];
      if (!ts.isInterfaceDeclaration(node)) return [];
      const properties = node.members.map((member) => [member.name?.getText() ?? '[key]', member.type?.getText() ?? '']);
      return [[node.name.text, Object.fromEntries(properties)]];
    }),
  );
}

const VERSION = /"\d{4}-\d{2}"/g;
/** A list of versions has one more in each of them. */
const withoutVersions = (text) => (text.match(VERSION) ? text.replaceAll(VERSION, '').replaceAll(/[()|\s]/g, '') : text);

/**
 * For each version but the first one: the fields that it adds, by the names of the types; and the types that are new. Throws if it has
 * other differences, which our views cannot declare yet.
 */
export function differencesOfVersions() {
  const models = clientVersions().map((version) => ({ version, types: modelsOf(version) }));
  return models.slice(1).map(({ version, types }, index) => {
    const { version: former, types: before } = models[index];
    const others = [...before.keys()].filter((name) => !types.has(name)).map((name) => `${name} is gone`);
    const [added, isNew] = [{}, {}];
    for (const [name, properties] of types) {
      const known = before.get(name);
      if (!known) {
        isNew[name] = Object.keys(properties);
        continue;
      }
      const fields = Object.keys(properties).filter((field) => !(field in known));
      if (fields.length > 0) added[name] = fields;
      for (const [field, text] of Object.entries(known)) {
        const now = properties[field];
        if (now === undefined) others.push(`${name}.${field} is gone`);
        else if (withoutVersions(now) !== withoutVersions(text)) others.push(`${name}.${field} is ${now} instead of ${text}`);
      }
    }
    if (others.length > 0)
      throw new Error(`${version} differs from ${former} otherwise than by new fields: ${others.join('; ')}`);
    return { version, added, isNew };
  });
}
