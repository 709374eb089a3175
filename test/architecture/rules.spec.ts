import { type Cruise, cruise, type Planted } from './violation-fixture.ts';

/** A rule, the file that violates it, and the violating imports. Every row becomes a file of the sample project. */
const VIOLATIONS: readonly (readonly [rule: string, file: string, ...imports: string[]])[] = [
  ['kernel-depends-on-nothing', 'libs/kernel/src/*.ts', '@nestjs/common'],
  ['kernel-depends-on-nothing', 'libs/kernel/src/*.ts', '#platform/http'],
  ['kernel-depends-on-nothing', 'libs/kernel/src/*.ts', 'node:fs'],
  ['kernel-depends-on-nothing', 'libs/kernel/src/*.ts', '#support/texts'],
  ['support-is-plain-typescript', 'libs/support/src/texts/*.ts', '@nestjs/common'],
  ['support-is-plain-typescript', 'libs/support/src/texts/*.ts', '#platform/http'],
  ['support-is-plain-typescript', 'libs/support/src/texts/*.ts', '../days/days.ts'],
  ['shared-libraries-through-their-doors', 'libs/alpha/src/domain/*.ts', '../../../support/src/days/days.ts'],
  ['platform-knows-no-context', 'libs/platform/src/http/*.ts', '#alpha/contract'],
  ['platform-knows-no-context', 'libs/platform/src/http/*.ts', '../../../../apps/api/main.ts'],
  ['domain-is-plain-typescript', 'libs/alpha/src/domain/*.ts', '@nestjs/common'],
  ['domain-is-plain-typescript', 'libs/alpha/src/domain/*.ts', '@mikro-orm/core'],
  ['domain-is-plain-typescript', 'libs/alpha/src/domain/*.ts', 'node:fs'],
  ['domain-is-plain-typescript', 'libs/alpha/src/domain/*.ts', '#platform/wire'],
  ['domain-is-plain-typescript', 'libs/alpha/src/domain/*.ts', '../adapters/persistence/things.repository.ts'],
  ['domain-is-plain-typescript', 'libs/alpha/src/domain/*.ts', '#beta/contract'],
  ['tax-numbers-are-checked-by-a-library', 'libs/alpha/src/domain/*.ts', 'stdnum'],
  ['commands-speak-to-the-domain', 'libs/alpha/src/commands/*.ts', '@mikro-orm/core'],
  ['commands-speak-to-the-domain', 'libs/alpha/src/commands/*.ts', '#platform/http'],
  ['commands-speak-to-the-domain', 'libs/alpha/src/commands/*.ts', '../queries/get-thing.ts'],
  ['commands-speak-to-the-domain', 'libs/alpha/src/commands/*.ts', '../adapters/persistence/things.repository.ts'],
  ['queries-do-not-write', 'libs/alpha/src/queries/*.ts', '../domain/thing.ts'],
  ['queries-do-not-write', 'libs/alpha/src/queries/*.ts', '../commands/make-thing.ts'],
  ['queries-do-not-write', 'libs/alpha/src/queries/*.ts', '../adapters/persistence/things.repository.ts'],
  ['queries-do-not-write', 'libs/alpha/src/queries/*.ts', '../adapters/http/thing.dto.ts'],
  ['queries-do-not-write', 'libs/alpha/src/queries/*.ts', '../../../beta/src/adapters/persistence/sql/things.ts'],
  ['queries-do-not-write', 'libs/alpha/src/queries/*.ts', '#platform/outbox'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '../../domain/thing.ts'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '../persistence/things.repository.ts'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '../persistence/sql/things.ts'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '../../contract/index.ts'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '../../contract/found.ts'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '#beta/contract'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '#platform/persistence'],
  ['http-speaks-to-buses', 'libs/alpha/src/adapters/http/*.controller.ts', '@mikro-orm/core'],
  ['persistence-serves-the-domain', 'libs/alpha/src/adapters/persistence/*.repository.ts', '../../commands/make-thing.ts'],
  ['persistence-serves-the-domain', 'libs/alpha/src/adapters/persistence/*.repository.ts', '../../queries/get-thing.ts'],
  ['persistence-serves-the-domain', 'libs/alpha/src/adapters/persistence/*.repository.ts', '../http/thing.dto.ts'],
  ['storage-keeps-bytes', 'libs/alpha/src/adapters/storage/*.ts', '../../commands/make-thing.ts'],
  ['storage-keeps-bytes', 'libs/alpha/src/adapters/storage/*.ts', '../persistence/things.repository.ts'],
  ['storage-keeps-bytes', 'libs/alpha/src/adapters/storage/*.ts', '#platform/persistence'],
  ['sending-reaches-receivers', 'libs/alpha/src/adapters/sending/*.ts', '../../commands/make-thing.ts'],
  ['sending-reaches-receivers', 'libs/alpha/src/adapters/sending/*.ts', '#platform/persistence'],
  ['providers-read-webhooks', 'libs/alpha/src/adapters/providers/*.ts', '../../commands/make-thing.ts'],
  ['providers-read-webhooks', 'libs/alpha/src/adapters/providers/*.ts', 'undici'],
  ['credentials-are-checked-by-libraries', 'libs/alpha/src/adapters/credentials/*.ts', '../../commands/make-thing.ts'],
  ['credentials-are-checked-by-libraries', 'libs/alpha/src/adapters/credentials/*.ts', 'undici'],
  ['single-sign-on-asks-providers', 'libs/alpha/src/adapters/single-sign-on/*.ts', '../../commands/make-thing.ts'],
  ['single-sign-on-asks-providers', 'libs/alpha/src/adapters/single-sign-on/*.ts', 'undici'],
  ['auth-reads-credentials', 'libs/alpha/src/adapters/auth/*.ts', '../../domain/thing.ts'],
  ['auth-reads-credentials', 'libs/alpha/src/adapters/auth/*.ts', '../../commands/make-thing.ts'],
  ['openid-runs-the-provider', 'libs/alpha/src/adapters/openid/*.ts', '../persistence/things.repository.ts'],
  ['openid-runs-the-provider', 'libs/alpha/src/adapters/openid/*.ts', '@mikro-orm/core'],
  ['messaging-turns-events-into-commands', 'libs/alpha/src/adapters/messaging/*.ts', '../../domain/thing.ts'],
  ['messaging-turns-events-into-commands', 'libs/alpha/src/adapters/messaging/*.ts', '../persistence/things.repository.ts'],
  ['contract-is-small', 'libs/alpha/src/contract/*.ts', '../domain/thing.ts'],
  ['contract-is-small', 'libs/alpha/src/contract/*.ts', '../queries/get-thing.ts'],
  ['contract-is-small', 'libs/alpha/src/contract/*.ts', '#beta/contract'],
  ['pages-speak-http', 'apps/web/portal/*.ts', '#kernel'],
  ['pages-speak-http', 'apps/web/ui/*.ts', '../../api/main.ts'],
  ['pages-speak-http', 'apps/web/api/*.ts', 'fastify'],
  ['pages-speak-http', 'apps/web/portal/*.ts', '../build.mjs'],
  ['console-and-portal-are-apart', 'apps/web/console/*.ts', '../portal/context.ts'],
  ['console-and-portal-are-apart', 'apps/web/portal/*.ts', '../console/context.ts'],
  ['console-and-portal-are-apart', 'apps/web/reference/*.ts', '../console/context.ts'],
  ['ui-knows-no-page', 'apps/web/ui/*.ts', '../portal/context.ts'],
  ['nothing-depends-on-pages', 'apps/api/*.ts', '../web/portal/context.ts'],
  ['nothing-depends-on-pages', 'libs/alpha/src/queries/*.ts', '../../../../apps/web/ui/button.ts'],
  ['migrations-stand-alone', 'libs/alpha/migrations/*.ts', '../src/domain/thing.ts'],
  ['contexts-meet-at-contracts', 'libs/alpha/src/commands/*.ts', '#beta'],
  ['contexts-meet-at-contracts', 'libs/alpha/src/queries/*.ts', '../../../beta/src/contract/found.ts'],
  ['contexts-meet-at-contracts', 'libs/alpha/src/*.module.ts', '#beta'],
  ['tests-of-a-context-stay-at-home', 'libs/alpha/testing/*.ts', '../../beta/src/domain/thing.ts'],
  ['tests-of-a-context-stay-at-home', 'libs/alpha/src/commands/*.spec.ts', '../../../beta/testing/thing.builder.ts'],
  ['rules-are-tested-plain', 'libs/alpha/src/domain/*.spec.ts', '@nestjs/testing'],
  ['rules-are-tested-plain', 'libs/alpha/src/domain/*.spec.ts', '../../../../test/support/api.ts'],
  ['shared-libraries-through-their-doors', 'libs/alpha/src/domain/*.ts', '../../../kernel/src/clock.ts'],
  ['shared-libraries-through-their-doors', 'apps/api/*.ts', '../../libs/platform/src/http/server.ts'],
  ['platform-parts-through-their-doors', 'libs/platform/src/auth/*.ts', '../http/server.ts'],
  ['apps-use-front-doors', 'apps/api/*.ts', '../../libs/alpha/src/commands/make-thing.ts'],
  ['apps-use-front-doors', 'bench/*.ts', '../libs/alpha/src/domain/thing.ts'],
  ['libs-know-no-app', 'libs/alpha/src/*.module.ts', '../../../apps/api/main.ts'],
  ['nothing-depends-on-standalone', 'apps/api/*.ts', '../standalone/main.ts'],
  ['nothing-depends-on-the-command-line', 'apps/standalone/*.ts', '../cli/main.ts'],
  ['apps-do-not-import-each-other', 'apps/api/*.ts', '../worker/main.ts'],
  ['apps-do-not-import-each-other', 'apps/*.ts', './api/main.ts'],
  ['client-knows-no-service', 'packages/client/example/*.ts', '#alpha/contract'],
  ['client-knows-no-service', 'packages/client/conformance/*.ts', '../../conformance/src/kit.ts'],
  ['conformance-knows-no-client', 'packages/conformance/src/*.ts', '../../client/src/index.ts'],
  ['conformance-knows-no-client', 'packages/conformance/src/*.ts', '../../../libs/alpha/src/domain/thing.ts'],
  ['client-runs-anywhere', 'packages/client/src/*.ts', 'node:crypto'],
  ['client-runs-anywhere', 'packages/client/src/*.ts', 'pg'],
  ['client-files-are-apart', 'packages/client/src/*.ts', './node.ts'],
  ['no-test-code-in-production', 'libs/alpha/src/commands/*.ts', '../../testing/index.ts'],
  ['no-test-code-in-production', 'apps/api/*.ts', '../../test/support/api.ts'],
  ['no-dev-dependencies-in-production', 'libs/alpha/src/*.module.ts', '@nestjs/testing'],
  ['no-unlisted-dependencies', 'libs/alpha/src/*.module.ts', 'not-in-package-json'],
  ['no-deprecated-dependencies', 'libs/alpha/src/queries/*.ts', 'kysely'],
  ['no-unresolvable-imports', 'apps/api/*.ts', './nowhere.ts'],
  ['no-orphans', 'libs/alpha/src/commands/*.ts'],
  ['no-cycles', 'libs/alpha/src/domain/about.ts', './round.ts'],
];

/** Allowed imports: no rule may report them. */
const FINE: readonly (readonly [file: string, ...imports: string[]])[] = [
  ['libs/alpha/src/domain/*.ts', './thing.ts', '#kernel', '#support/texts', 'node:crypto'],
  ['libs/support/src/texts/*.ts', '#kernel', '../days/index.ts', 'node:crypto'],
  ['libs/alpha/src/domain/*.spec.ts', './thing.ts', '#alpha/testing', '#kernel', 'fast-check'],
  ['libs/alpha/src/commands/*.ts', '../domain/thing.ts', '#kernel', '@nestjs/cqrs', '#beta/contract'],
  ['libs/alpha/src/queries/*.ts', '../adapters/persistence/thing.mapping.ts', '../contract/index.ts', '#platform/persistence'],
  ['libs/alpha/src/queries/*.ts', '../adapters/persistence/sql/things.ts', '../contract/thing.view.ts'],
  ['libs/alpha/src/queries/*.view.ts', '#platform/wire', '#beta/contract', '@mikro-orm/core'],
  [
    'libs/alpha/src/adapters/http/*.controller.ts',
    '../../commands/make-thing.ts',
    '../../queries/get-thing.ts',
    '#platform/http',
  ],
  ['libs/alpha/src/adapters/http/*.dto.ts', '#platform/wire', '#platform/auth', '@nestjs/common', 'fastify'],
  ['libs/alpha/src/adapters/http/*.controller.ts', '../../contract/thing.view.ts', '#platform/http'],
  [
    'libs/alpha/src/adapters/persistence/*.repository.ts',
    '../../domain/thing.ts',
    '#platform/persistence',
    '#platform/outbox',
    'pg',
  ],
  ['libs/alpha/src/adapters/persistence/*.repository.ts', './sql/things.ts'],
  ['libs/alpha/src/adapters/persistence/sql/*.ts', '../thing.mapping.ts', '../../../domain/thing.ts'],
  ['libs/alpha/src/adapters/storage/*.ts', '../../domain/thing.ts', '#kernel', 'node:fs/promises', 'node:crypto'],
  ['libs/alpha/src/adapters/auth/*.ts', '#platform/auth', '#platform/secrets', '#platform/persistence', '@mikro-orm/core'],
  ['libs/alpha/src/adapters/messaging/*.ts', '../../commands/make-thing.ts', '#beta/contract', '#platform/messaging'],
  ['libs/alpha/src/contract/*.ts', '../domain/thing.events.ts', '#kernel', '@nestjs/cqrs'],
  ['libs/alpha/src/*.module.ts', './commands/make-thing.ts', './adapters/persistence/things.repository.ts', '@nestjs/common'],
  ['libs/alpha/migrations/*.ts', '@mikro-orm/migrations'],
  ['libs/alpha/testing/*.ts', '../src/domain/thing.ts', '#kernel', '../../../test/support/api.ts', '#beta/testing'],
  ['libs/platform/src/auth/*.ts', '../http/index.ts', '#kernel', 'fastify'],
  ['apps/api/*.ts', '#alpha', '#alpha/contract', '#platform/http'],
  ['apps/api/*.ts', '../contexts.ts', './main.ts'],
  ['apps/standalone/*.ts', '../api/main.ts', '../worker/main.ts'],
  ['apps/cli/*.ts', '../api/main.ts', '../standalone/main.ts'],
  ['apps/openapi/*.ts', '../api/main.ts', 'jose'],
  ['apps/web/portal/*.ts', '../ui/button.ts', './context.ts', 'react'],
  ['test/web/*.browser.spec.ts', '../../apps/web/ui/button.ts'],
  ['packages/client/src/*.ts', './index.ts'],
  ['packages/client/dist/*.d.ts', './never-built.ts'],
  ['packages/client/example/*.ts', '../src/index.ts', '../src/node.ts', 'node:fs'],
  ['packages/client/conformance/*.ts', '../src/index.ts', '../src/node.ts', 'node:readline'],
  ['packages/conformance/src/*.ts', './kit.ts', '../../../libs/licensing/src/domain/signing/signer.ts', 'node:http'],
  ['bench/*.ts', '#alpha', 'pg'],
];

const plant = (file: string, imports: readonly string[], index: number): Planted => ({
  file: file.replace('*', `planted-${index}`),
  imports,
});
const wrong = VIOLATIONS.map(([, file, ...imports], index) => plant(file, imports, index));
const fine = FINE.map(([file, ...imports], index) => plant(file, imports, VIOLATIONS.length + index));

const round: Planted = { file: 'libs/alpha/src/domain/round.ts', imports: ['./about.ts'] };

let result: Cruise;
beforeAll(() => {
  result = cruise([...wrong, round, ...fine]);
});

test('every rule has a violating file, and every violated rule exists', () => {
  expect([...new Set(VIOLATIONS.map(([rule]) => rule))].sort()).toEqual(result.rules.sort());
});

test.each(VIOLATIONS.map(([rule, , ...imports], index) => ({ rule, imports, file: wrong[index]!.file })))(
  '$rule fires: $file importing $imports',
  ({ rule, file }) => {
    expect(result.broken.get(file)).toContain(rule);
  },
);

test.each(fine)('allowed: $file importing $imports', ({ file }) => {
  expect(result.broken.get(file) ?? []).toEqual([]);
});
