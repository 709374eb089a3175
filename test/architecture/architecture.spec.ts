import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { Responses } from '#platform/http';
import { ormOptions } from '#engine/persistence';
import { contexts as registered } from '../../apps/contexts.ts';
import { contexts, everything, literalsOf, matches, nodesOf, production, ROOT, layer, type Source, sources } from './sources.ts';

const lines = ({ text }: Source): number => text.trimEnd().split('\n').length;

/** An aggregate, and all that the library for applications can do, is easier to read whole than in pieces; its parts are files of their own. */
const AGGREGATES = new Set([
  'packages/client/src/license-client.ts',
  'libs/entitlements/src/domain/benefit-grant.ts',
  'libs/entitlements/src/domain/order.ts',
  'libs/entitlements/src/domain/subscription.ts',
  'libs/licensing/src/domain/keys/license-key.ts',
  'libs/licensing/src/domain/keys/presented-license-key.ts',
  'libs/organizations/src/domain/organization.ts',
]);

/** Generated types, lists of phrases and of texts about operations and refusals, the tables of subscribers, of settings, of commands, of kinds of webhooks and of mutants. */
const LISTS =
  /^(apps\/web\/(api\/schema\.d|[a-z]+\/words\/[a-z]+|[a-z/-]+\/words\.[a-z]+)|apps\/api\/(operations\/resources|mcp\/guidance)|libs\/support\/src\/refusals\/(error-names|license-codes)|apps\/worker\/subscriptions|libs\/[a-z-]+\/src\/adapters\/messaging\/subscribers|libs\/platform\/src\/config\/environment|libs\/webhooks\/src\/contract\/webhook-kinds|packages\/conformance\/src\/mutants\/(go|java|php|python|rust|typescript))\.ts$/;

describe('sizes', () => {
  /** A migration is as long as the tables that it makes. */
  const written = (): readonly Source[] => production().filter(({ file }) => !/^libs\/[^/]+\/migrations\//.test(file));

  test('no file is longer than 250 lines, and no aggregate than 560', () => {
    const most = (file: string): number => (AGGREGATES.has(file) ? 560 : 250);
    expect(
      written()
        .filter((source) => lines(source) > most(source.file) && !LISTS.test(source.file))
        .map(({ file }) => file),
    ).toEqual([]);
  });

  /** The number may only become smaller. A share of all files would grow when small ones are merged. */
  test('130 files have more than 170 lines, and no more', () => {
    const long = written().filter((source) => !LISTS.test(source.file) && lines(source) > 170);
    expect(long.length).toBeLessThanOrEqual(130);
  });
});

describe('comments', () => {
  /** `Of each server.`, `Those of a view.`: the reader has to guess what they have in mind. */
  const WITHOUT_NOUN = /\/\*\*\s+(?:\*\s+)?(?:Of|Those|By(?! default))\s.*/g;
  const withoutNoun = ({ file, text }: { readonly file: string; readonly text: string }): string[] =>
    [...text.matchAll(WITHOUT_NOUN)].map(([comment]) => `${file}: ${comment}`);

  test('say what they are about', () => {
    const written = everything().filter(({ file }) => !/\/migrations\/|architecture\.spec\.ts$/.test(file));
    expect(written.flatMap(withoutNoun)).toEqual([]);
    expect(withoutNoun({ file: 'a.ts', text: '/** Of each server. */' })).toHaveLength(1);
    expect(withoutNoun({ file: 'a.ts', text: '/**\n * Those of a view,\n * in order.\n */' })).toHaveLength(1);
    expect(withoutNoun({ file: 'a.ts', text: '/** By default, nothing. */ /** The name of a view. */' })).toEqual([]);
  });
});

describe('names', () => {
  const NAMED =
    /\.(module|controller|dto|mapping|repository|events|errors|types|views?|builder|contract|decorator|filter|strategy)$/;
  test('files and folders have no catch-all names', () => {
    const catchAll = everything().filter(({ file }) => /\b(common|shared|utils?|helpers?|misc)\b/.test(file));
    expect(catchAll.map(({ file }) => file)).toEqual([]);
  });

  test('files are kebab-case, with a suffix only where the folder does not imply it', () => {
    const odd = everything().filter(({ file }) => {
      const name = basename(file)
        .replace(/(\.(e2e|browser|en|de|ar))?(\.redis)?(\.spec|\.config|\.d)?\.ts$/, '')
        .replace(NAMED, '');
      return !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name);
    });
    expect(odd.map(({ file }) => file)).toEqual([]);
  });
});

describe('language', () => {
  const count = (kind: ts.SyntaxKind): string[] =>
    everything()
      .filter((source) => nodesOf(source, (node): node is ts.Node => node.kind === kind).length > 0)
      .map(({ file }) => file);

  test('no enum, no any', () => {
    expect(count(ts.SyntaxKind.EnumDeclaration)).toEqual([]);
    expect(count(ts.SyntaxKind.AnyKeyword)).toEqual([]);
  });

  test('no compiler error is suppressed, no task is postponed', () => {
    const marks = /@ts-(?:ignore|expect-error|nocheck)|TO[D]O|FIX[M]E|XX[X]/;
    expect(
      everything()
        .filter(({ text }) => marks.test(text))
        .map(({ file }) => file),
    ).toEqual([]);
  });
});

describe('rules of the layers', () => {
  test('domain and commands receive time and randomness as arguments', () => {
    const outside = /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.now\b|\bprocess\.env\b/;
    expect(matches([...layer('domain'), ...layer('commands')], outside)).toEqual([]);
  });

  test('an aggregate owns parts and has no base classes of its own', () => {
    const bases = layer('domain').filter(({ code }) => /\babstract class \w+ extends AggregateRoot\b/.test(code));
    expect(bases.map(({ file }) => file)).toEqual([]);
  });

  test('the domain is synchronous', () => {
    expect(matches(layer('domain'), /\b(async|await)\b/)).toEqual([]);
  });

  test('queries do not write', () => {
    const builder =
      /\b(insertInto|updateTable|deleteFrom|mergeInto|transactional|persist|flush|nativeUpdate|nativeDelete|changeOne|addRows)\b/;
    expect(matches(layer('queries'), builder)).toEqual([]);
    const statement = /\b(insert\s+into|update\s+\S+\s+set|delete\s+from|truncate)\b|\bfor\s+update\b/i;
    const written = layer('queries').filter((source) => literalsOf(source).some(({ text }) => statement.test(text)));
    expect(written.map(({ file }) => file)).toEqual([]);
  });

  test('repositories write in transactions that an idempotent request can repeat', () => {
    const own = production().filter(
      ({ file }) => !/^libs\/(engine|platform)\/|metering\/src\/adapters\/persistence\/transaction\.ts$/.test(file),
    );
    expect(matches(own, /\.transactional\(|'begin'/)).toEqual([]);
    const pipelined = own.filter(
      ({ code }) => code.includes('PipelinedTransaction.begin(') && !/asStep|RecordStatement/.test(code),
    );
    // Only workers, timers and the command line use these, never a request.
    expect(pipelined.map(({ file }) => file)).toEqual([
      'libs/customer-portal/src/adapters/persistence/state-changes.repository.ts',
      'libs/licensing/src/adapters/persistence/key-activity.repository.ts',
      'libs/licensing/src/adapters/persistence/key-encryption.repository.ts',
      'libs/licensing/src/adapters/persistence/key-refusals.repository.ts',
      'libs/webhooks/src/adapters/persistence/delivery-queue.repository.ts',
    ]);
  });

  test('events go through the outbox, not through an in-memory event bus', () => {
    expect(matches(production(), /\b(EventBus|EventPublisher|EventsHandler|EventEmitter2?)\b/)).toEqual([]);
  });

  test('the environment is read only where a process starts', () => {
    expect(matches(sources(/^libs\/(?!engine\/|platform\/)[^/]+\/src\/(?!.*\.spec\.ts$)/), /\bprocess\.env\b/)).toEqual([]);
  });
});

describe('events', () => {
  const events = sources(/\.events\.ts$/).flatMap((source) =>
    nodesOf(source, ts.isClassDeclaration)
      .filter((node) => !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AbstractKeyword))
      .map((node) => {
        const name = node.members
          .filter(ts.isPropertyDeclaration)
          .find((member) => member.name.getText() === 'name')?.initializer;
        return { class: node.name!.text, name: name && ts.isStringLiteral(name) ? name.text : undefined };
      }),
  );
  const snake = (name: string): string => name.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase();

  test('are named after their class: LicenseKeyActivated is license_key.activated', () => {
    expect(events.filter((event) => event.name?.replace('.', '_') !== snake(event.class))).toEqual([]);
    expect(events.filter((event) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(event.name ?? ''))).toEqual([]);
  });

  test('are in the past tense, except names of states that the API prescribes', () => {
    const pools = ['license_key_pool.low', 'license_key_pool.empty'];
    const given = new Set(['subscription.active', 'subscription.past_due', 'license_key.expiring', ...pools]);
    expect(events.filter(({ name }) => !/(ed|sent|paid|lost|reset|risen)$/.test(name ?? '') && !given.has(name ?? ''))).toEqual(
      [],
    );
  });

  test('have unique names', () => {
    const names = events.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
  });
});

describe('contexts', () => {
  test.each(contexts())('%s has a README of one page', (context) => {
    const readme = join(ROOT, 'libs', context, 'README.md');
    expect(existsSync(readme)).toBe(true);
  });

  test('have no folders other than those in .dependency-cruiser.mjs', () => {
    const LAYERS =
      /^libs\/[^/]+\/(src\/(domain|commands|queries|adapters\/(http|persistence|storage|packages|sending|providers|auth|credentials|single-sign-on|openid|messaging)|contract|needs|views)\/|src\/[^/]+\.ts$|migrations\/|testing\/)/;
    const inContexts = sources(/^libs\/(?!engine\/|kernel\/|platform\/|support\/)/);
    expect(inContexts.filter(({ file }) => !LAYERS.test(file)).map(({ file }) => file)).toEqual([]);
  });

  test('use only their own PostgreSQL schema', () => {
    const schema = (context: string): string => context.replaceAll('-', '_');
    const foreign = contexts().flatMap((context) => {
      const others = contexts()
        .filter((other) => other !== context)
        .map(schema);
      const table = new RegExp(`(?<![\\w./-])(${others.join('|')})\\.[a-z_]+`);
      return sources(new RegExp(`^libs/${context}/(src|migrations)/`)).flatMap((source) =>
        literalsOf(source)
          .filter(({ text }) => table.test(text))
          .map(({ text }) => `${source.file}: ${table.exec(text)![0]}`),
      );
    });
    expect(foreign).toEqual([]);
  });
});

describe('migrations', () => {
  const files = sources(/^libs\/[^/]+\/migrations\/migration-.*\.ts$/);
  const nameOf = (source: Source): string => nodesOf(source, ts.isClassDeclaration)[0]!.name!.text;

  test('are named by the minute, like their files', () => {
    const odd = files.filter((source) => {
      const name = nameOf(source)
        .replace('Migration', '')
        .replaceAll('_', '-')
        .replace(/(?<=[a-z0-9])[A-Z]/g, '-$&');
      return !/^\d{8}-\d{4}-/.test(name) || basename(source.file) !== `migration-${name.toLowerCase()}.ts`;
    });
    expect(odd.map(({ file }) => file)).toEqual([]);
  });

  test('form one sorted, complete list', () => {
    const history = ormOptions('postgres://nowhere/none', registered).migrations!.migrationsList as readonly { name: string }[];
    expect(history.map(({ name }) => name)).toEqual([...new Set(files.map(nameOf))].sort());
    expect(history).toHaveLength(files.length);
  });
});

test.each([
  ['the kernel', /^libs\/kernel\/src\/index\.ts$/, 30],
  ['the platform, to contexts,', /^libs\/platform\/src\/[^/]+\/index\.ts$/, 180],
])('%s exports few names', (_, doors, most) => {
  const names = sources(doors).flatMap((index) => nodesOf(index, ts.isExportSpecifier));
  expect(names.length).toBeGreaterThan(most / 2);
  expect(names.length).toBeLessThanOrEqual(most);
});

test('every operation documents its responses', () => {
  const ROUTES = /^(Get|Post|Put|Patch|Delete|Head|Options|All)$/;
  const decorators = (node: ts.MethodDeclaration): string[] =>
    (ts.getDecorators(node) ?? []).map(({ expression }) =>
      (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
    );
  const silent = sources(/\.controller\.ts$/).flatMap((source) =>
    nodesOf(source, ts.isMethodDeclaration)
      .filter((node) => decorators(node).some((name) => ROUTES.test(name)) && !decorators(node).includes(Responses.name))
      .map((node) => `${source.file}: ${node.name.getText()}`),
  );
  expect(silent).toEqual([]);
});
