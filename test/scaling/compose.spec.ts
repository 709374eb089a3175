import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { ROOT } from '../support/processes.ts';

interface Service {
  readonly scale?: number;
  readonly ports?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly [setting: string]: unknown;
}

const read = (file: string): string => readFileSync(join(ROOT, 'docker', file), 'utf8');
const text = read('compose.tls.yaml');
/** `!reset` removes what compose.yaml has. */
const { services, volumes } = load(text.replaceAll('!reset ', '')) as {
  readonly services: Readonly<Record<'api' | 'worker' | 'caddy', Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

const hasCaddy = spawnSync('caddy', ['version']).status === 0;
if (!hasCaddy) process.stderr.write('Skipped: the check of docker/Caddyfile, because there is no caddy.\n');

test('two API containers and two workers run, and only Caddy is published', () => {
  expect([services.api.scale, services.worker.scale]).toEqual([2, 2]);
  expect(text).toContain('ports: !reset []');
  expect(services.caddy.ports).toEqual(['80:80', '443:443', '443:443/udp']);
  for (const { environment } of [services.api, services.worker])
    expect(environment['BASE_URL']).toMatch(/^https:\/\/\$\{LATCHKEY_HOST:\?/);
});

test('Caddy has few rights, and keeps certificates in a volume', () => {
  expect(services.caddy).toMatchObject({
    image: expect.stringMatching(/^\$\{CADDY_IMAGE:-caddy:[\d.]+@sha256:[0-9a-f]{64}\}$/),
    read_only: true,
    cap_drop: ['ALL'],
    cap_add: ['NET_BIND_SERVICE'],
    security_opt: ['no-new-privileges:true'],
    mem_limit: expect.stringMatching(/:-\d+m}$/),
    volumes: ['./Caddyfile:/etc/caddy/Caddyfile:ro', 'caddy:/data'],
  });
  expect(Object.keys(volumes)).toEqual(['caddy']);
});

test('docs/docker.md explains the variables', () => {
  const page = readFileSync(join(ROOT, 'docs/docker.md'), 'utf8');
  const names = [...text.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!);
  expect([...new Set(names)].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

const hasCompose = spawnSync('docker', ['compose', 'version']).status === 0;
if (!hasCompose) process.stderr.write('Skipped: `docker compose config`, because there is no Docker Compose.\n');

(hasCompose ? describe : describe.skip)('docker compose config', () => {
  test.each([[['compose.yaml']], [['compose.yaml', 'compose.tls.yaml']]])('accepts %j', (files) => {
    const secrets = { POSTGRES_PASSWORD: 'a', REDIS_PASSWORD: 'b', SECRET_KEY: 'c', LATCHKEY_HOST: 'licenses.example.com' };
    const args = ['compose', ...files.flatMap((file) => ['--file', file]), 'config', '--quiet'];
    const { status, stderr } = spawnSync('docker', args, {
      cwd: join(ROOT, 'docker'),
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: '/nonexistent', ...secrets },
    });
    expect([status, stderr]).toEqual([0, '']);
  });
});

(hasCaddy ? describe : describe.skip)('docker/Caddyfile', () => {
  test('Caddy accepts it, and sends requests for the host to all API containers', () => {
    const { status, stdout } = spawnSync('caddy', ['adapt', '--validate', '--config', join(ROOT, 'docker/Caddyfile')], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LATCHKEY_HOST: 'licenses.example.com', HOME: '/nonexistent' },
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout).apps.http.servers.srv0).toMatchObject({ listen: [':443'] });
    expect(stdout).toContain('"dynamic_upstreams":{"name":"api","port":"3000"');
  });
});
