import { appendFileSync, globSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TSMigrationGenerator } from '@mikro-orm/migrations';
import type { MigrationDiff } from '@mikro-orm/core';
import type { Options } from '@mikro-orm/postgresql';
import { Config } from '#platform/config';
import { findRunning } from './apps/process/index.ts';
import { ormOptions } from '#engine/persistence';
import { contexts } from './apps/contexts.ts';

/**
 * For the MikroORM CLI: `npx mikro-orm migration:list`, and `npx mikro-orm migration:create --blank --context licensing --name
 * device-limits`. It works on the database at DATABASE_URL, else on that of the `npm start` that is running.
 */
const { databaseUrl, dataFolder } = Config.from(process.env);
const url = databaseUrl ?? findRunning(dataFolder)?.databaseUrl;
if (!url) throw new Error(`Set DATABASE_URL, or start \`npm start\`: none is running on the data folder ${dataFolder}.`);

const folders = new Map(
  globSync('libs/*/migrations', { cwd: import.meta.dirname })
    .map((folder) => [basename(dirname(folder)), folder] as const)
    .toSorted(),
);

const pascalCase = (text: string): string => text.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Migrations are SQL by hand, so a new one is empty whatever the mappings say. The index of the folder registers it. */
const blankMigrationIn = (folder: string | undefined): typeof TSMigrationGenerator =>
  class BlankMigration extends TSMigrationGenerator {
    override async generate(_diff: MigrationDiff, _path?: string, name = ''): Promise<[code: string, file: string]> {
      if (!folder) throw new Error(`Choose the context of the migration: --context ${[...folders.keys()].join(' | ')}`);
      if (!/^([a-z][a-z0-9]*(-[a-z0-9]+)*)?$/.test(name)) throw new Error('A name looks like this: --name device-limits');
      const [date, time] = new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '').split('T');
      const fileName = `${['migration', date, time, ...(name ? [name] : [])].join('-')}.ts`;
      const className = [`Migration${date}`, time, ...(name ? [pascalCase(name)] : [])].join('_');
      const [file, code] = [join(folder, fileName), this.generateMigrationFile(className)];
      writeFileSync(file, code, { flag: 'wx' });
      appendFileSync(join(folder, 'index.ts'), `export { ${className} } from './${fileName}';\n`);
      return [code, file];
    }

    override generateMigrationFile(className: string): string {
      return `import { Migration } from '@mikro-orm/migrations';

export class ${className} extends Migration {
  override up(): void {
    this.addSql(\`\`);
  }
}
`;
    }
  };

const options = (folder?: string): Options => {
  const { migrations, ...rest } = ormOptions(url, contexts, { statementTimeoutMs: 0 });
  return { ...rest, migrations: { ...migrations, generator: blankMigrationIn(folder) } };
};

/** One history for all contexts; `--context` says in whose folder a new migration goes. */
export default [options(), ...[...folders].map(([contextName, folder]) => ({ ...options(folder), contextName }))];
