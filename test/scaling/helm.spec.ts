import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { Config } from '#platform/config';
import { settingNames } from '#platform/config/composition';
import { isSecretName } from '#platform/wire/composition';
import { ROOT } from '../support/processes.ts';

const CHART = join(ROOT, 'deploy/helm/latchkey');
const hasHelm = spawnSync('helm', ['version']).status === 0;
if (!hasHelm) process.stderr.write('Skipped: test/scaling/helm.spec.ts, because there is no helm.\n');

interface Container {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom: readonly object[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly [setting: string]: unknown;
}

interface Pod {
  readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  readonly spec: {
    readonly containers: readonly [Container];
    readonly securityContext: object;
    readonly [setting: string]: unknown;
  };
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly replicas?: number;
    readonly selector?: Readonly<Record<string, unknown>>;
    readonly template: Pod;
    readonly [setting: string]: unknown;
  };
}

const helm = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('helm', args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}`, stdout };
};

const REQUIRED = ['--set', 'existingSecret=latchkey'];
const EVERYTHING = [
  'ingress.enabled=true,ingress.host=licenses.example.com,ingress.tlsSecret=tls,ingress.className=nginx',
  'metrics.enabled=true,api.autoscaling.enabled=true,image.pullSecrets={registry}',
  'settings.BASE_URL=https://licenses.example.com,settings.TRUSTED_PROXIES=10.0.0.0/8,nodeSelector.disk=ssd',
].flatMap((values) => ['--set', values]);

const made = new Map<string, Manifest[]>();

/** What the chart makes of the values; the same once. */
function manifests(...values: string[]): Manifest[] {
  const known = made.get(values.join());
  if (known) return known;
  const { status, stdout, output } = helm('template', 'acme', CHART, ...REQUIRED, ...values);
  if (status !== 0) throw new Error(output);
  const manifest = loadAll(stdout).filter((each) => each !== null) as Manifest[];
  made.set(values.join(), manifest);
  return manifest;
}

const named = (all: readonly Manifest[], kind: string, name: string): Manifest => {
  const found = all.filter((each) => each.kind === kind && each.metadata.name === name);
  expect([kind, name, found.length]).toEqual([kind, name, 1]);
  return found[0]!;
};

(hasHelm ? describe : describe.skip)('the Helm chart', () => {
  test.each([
    ['as it is', []],
    ['with everything', EVERYTHING],
  ])('is accepted by helm, %s', (_name, values) => {
    expect(helm('lint', '--strict', CHART, ...REQUIRED, ...values)).toMatchObject({ status: 0 });
  });

  test.each([
    [['--set', 'existingSecret='], 'existingSecret must name a Secret'],
    [['--set', 'unknown=1'], 'unknown'],
    [['--set', 'api.replicas=0'], 'replicas'],
    [['--set', 'settings.SECRET_KEY=hush'], 'SECRET_KEY'],
    [['--set', 'image.digest=sha256:1'], 'digest'],
  ])('refuses %j', (values, reason) => {
    const { status, output } = helm('template', 'acme', CHART, ...REQUIRED, ...values);
    expect([status === 0, output]).toEqual([false, expect.stringContaining(reason)]);
  });

  test('migrates before it installs API and worker, which have two pods each', () => {
    const all = manifests();
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'Deployment',
      'Job',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Service',
    ]);
    expect(named(all, 'Job', 'acme-latchkey-migrate').metadata.annotations!['helm.sh/hook']).toBe('pre-install,pre-upgrade');
    for (const name of ['api', 'worker']) expect(named(all, 'Deployment', `acme-latchkey-${name}`).spec.replicas).toBe(2);
  });

  test('starts existing commands with a valid configuration, few rights, and secrets of an existing Secret', () => {
    const all = manifests(...EVERYTHING);
    const pods = all.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec.template);
    expect(pods.map(({ spec }) => spec.containers[0].args)).toEqual(expect.arrayContaining([['api'], ['worker'], ['migrate']]));
    for (const { spec } of pods) {
      const [container] = spec.containers;
      expect(container.envFrom).toEqual([{ secretRef: { name: 'latchkey' } }]);
      expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      const config = Config.from(Object.fromEntries(container.env.map(({ name, value }) => [name, value])));
      expect(config).toMatchObject({
        port: 3000,
        workerPort: 3001,
        baseUrl: 'https://licenses.example.com',
        trustedProxies: ['10.0.0.0/8'],
        metrics: { host: '0.0.0.0', apiPort: 9464, workerPort: 9464 },
      });
    }
  });

  /** Settings that nobody can change here, with the reasons. */
  const FIXED: Readonly<Record<string, string>> = {
    PORT: 'probes and the Service lead to it',
    WORKER_PORT: 'probes lead to it',
    HOST: 'the image listens on all addresses of the pod',
    LATCHKEY_DATA: 'the volume is there',
    LATCHKEY_DEMO: 'only `latchkey start` reads it',
  };
  /** Keys of the Secret: values of a chart are kept where others read them. */
  const hasCredentials = (name: string): boolean =>
    isSecretName(name) || /^(DATABASE|REDIS|SMTP|EVENTS_SINK)_(\w+_)?URL$/.test(name);

  test('passes every setting on to each container, and refuses those that are secret or fixed', () => {
    const names = settingNames();
    const settable = names.filter((name) => !(name in FIXED) && !hasCredentials(name));
    const others = names.filter((name) => !settable.includes(name));
    const all = manifests(...settable.flatMap((name) => ['--set-string', `settings.${name}=of ${name}`]));
    const pods = all.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec.template);
    expect(pods).toHaveLength(3);
    for (const { spec } of pods) {
      const passed = new Map(spec.containers[0].env.map(({ name, value }) => [name, value]));
      expect(settable.filter((name) => passed.get(name) !== `of ${name}`)).toEqual([]);
    }
    const taken = others.filter(
      (name) => helm('template', CHART, ...REQUIRED, '--set-string', `settings.${name}=x`).status === 0,
    );
    expect(taken).toEqual([]);
    expect(settable.length).toBeGreaterThan(60);
  });

  test.each([
    ['api', 3000],
    ['worker', 3001],
  ])('asks the pods of %s whether they are alive and ready', (name, port) => {
    const { spec } = named(manifests(...EVERYTHING), 'Deployment', `acme-latchkey-${name}`);
    const [container] = spec.template.spec.containers;
    expect(container.ports).toContainEqual({ name: 'http', containerPort: port });
    expect(container).toMatchObject({
      livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
      readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
    });
  });

  test('needs no shared volume if files are in a bucket', () => {
    const all = manifests('--set', 'media.volume=false,settings.MEDIA_S3_BUCKET=files,settings.MEDIA_S3_REGION=eu-central-1');
    expect(all.map(({ kind }) => kind)).not.toContain('PersistentVolumeClaim');
    const { volumes } = named(all, 'Deployment', 'acme-latchkey-api').spec.template.spec;
    expect(volumes).toContainEqual({ name: 'media', emptyDir: {} });
  });

  test('leads the ingress to the pods of the API', () => {
    const all = manifests(...EVERYTHING);
    const api = named(all, 'Deployment', 'acme-latchkey-api');
    expect(api.spec.template.metadata.labels).toMatchObject(named(all, 'Service', 'acme-latchkey-api').spec.selector!);
    expect(named(all, 'Ingress', 'acme-latchkey').spec).toMatchObject({
      tls: [{ hosts: ['licenses.example.com'], secretName: 'tls' }],
      rules: [{ http: { paths: [{ backend: { service: { name: 'acme-latchkey-api' } } }] } }],
    });
    expect(named(all, 'HorizontalPodAutoscaler', 'acme-latchkey-api').spec).toMatchObject({
      scaleTargetRef: { name: 'acme-latchkey-api' },
    });
    expect(api.spec.replicas).toBeUndefined();
  });
});
