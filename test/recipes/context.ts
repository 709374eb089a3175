import { after, before, create, type Recipe, replace } from './recipe.ts';

const NOTICES = 'libs/notices';

export const CONTEXT: Recipe = {
  title: 'a context',
  rules:
    'A folder in `libs` with the layers that it needs and a PostgreSQL schema of the same name; `#<context>` and `#<context>/contract` resolve to it. Its first aggregate with port, repository, command and operation follows the recipes above.',
  steps: [
    {
      what: 'the table and its mapping.',
      edits: [
        create(
          `${NOTICES}/migrations/migration-20270101-0100-notices.ts`,
          `import { Migration } from '@mikro-orm/migrations';

export class Migration20270101_0100_Notices extends Migration {
  override up(): void {
    this.addSql(\`
      create schema notices;
      create table notices.notices (id uuid primary key, organization_id uuid not null, text text not null);
    \`);
  }
}
`,
        ),
        create(
          `${NOTICES}/migrations/index.ts`,
          `export { Migration20270101_0100_Notices } from './migration-20270101-0100-notices.ts';\n`,
        ),
        create(
          `${NOTICES}/src/adapters/persistence/notice.mapping.ts`,
          `import { defineEntity, p } from '@mikro-orm/postgresql';

export const NoticeMapping = defineEntity({
  name: 'Notice',
  schema: 'notices',
  tableName: 'notices',
  properties: { id: p.uuid().primary(), organizationId: p.uuid(), text: p.text() },
});
`,
        ),
      ],
    },
    {
      what: 'the module and the tables with their migrations, which the index exports.',
      edits: [
        create(
          `${NOTICES}/src/notices.module.ts`,
          `import { Module } from '@nestjs/common';

@Module({})
export class NoticesModule {}
`,
        ),
        create(
          `${NOTICES}/src/index.ts`,
          `import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { NoticeMapping } from './adapters/persistence/notice.mapping.ts';

export { NoticesModule } from './notices.module.ts';

export const noticesTables: Tables = { entities: [NoticeMapping], migrations: Object.values(migrations) };
`,
        ),
      ],
    },
    {
      what: 'the module and the tables, from which every process is composed.',
      edits: [
        before(
          'apps/contexts.ts',
          `import { OAuthModule, oauthTables } from '#oauth';\n`,
          `import { NoticesModule, noticesTables } from '#notices';\n`,
        ),
        after('apps/contexts.ts', `  metricsTables,\n`, `  noticesTables,\n`),
        after('apps/contexts.ts', `  MetricsModule,\n`, `  NoticesModule,\n`),
      ],
    },
    {
      what: 'what the context is about, and its glossary.',
      suite: 'test/architecture/glossary.spec.ts',
      edits: [
        create(
          `${NOTICES}/README.md`,
          `# Notices

What sellers tell their customers in the portal.

## Glossary

| Term   | Meaning                        | In code         |
| ------ | ------------------------------ | --------------- |
| Notice | A text that customers can read | \`NoticeMapping\` |
`,
        ),
      ],
    },
    {
      what: 'its level in the order of contexts, above those that it imports: in the rules, in the table, and its line in the picture.',
      suite: 'test/architecture/contexts.spec.ts',
      edits: [
        before(
          'docs/architecture.md',
          '| [oauth](../libs/oauth/README.md)  ',
          `| [notices](../libs/notices/README.md) | Notice | 2 | \`notices\` |\n`,
        ),
        replace('.dependency-cruiser.mjs', `['identity'],`, `['identity', 'notices'],`),
        before('docs/architecture.md', '  oauth --> ', `  notices\n`),
      ],
    },
  ],
};
