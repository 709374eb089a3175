import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OsUser, postgresUser } from '../../apps/standalone/postgres-user.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { queryAt } from './own-postgres.ts';
import { type Identity, isGone, Machine, PASSWORD, SET_UP, SLOW_SECONDS } from './patroni-machine.ts';

const HAPROXY = '/usr/sbin/haproxy';

export const hasPatroni = (): boolean =>
  [
    ['patroni', '--version'],
    ['etcd', '--version'],
    [HAPROXY, '-v'],
    ['/usr/lib/postgresql/15/bin/postgres', '--version'],
    ['openssl', 'version'],
  ].every(([program, option]) => spawnSync(program!, [option!]).status === 0);

/** All machines are on 127.0.0.1, so one certificate is enough. */
function makeIdentity(folder: string, { uid, gid }: OsUser): Identity {
  const certificates = join(folder, 'certificates');
  execFileSync(join(SET_UP, 'certificates.sh'), [certificates, '127.0.0.1'], { stdio: 'ignore' });
  const file = (name: string): string => join(certificates, name);
  const identity = { authority: file('ca.crt'), certificate: file('127.0.0.1.crt'), key: file('127.0.0.1.key') };
  if (uid !== undefined) for (const each of [certificates, identity.key]) chownSync(each, uid, gid!);
  return identity;
}

interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline?: number;
}

/** The set-up of deploy/patroni on three machines that are on loopback, with a shorter TTL, and HAProxy in front of them. */
export class PatroniCluster implements AsyncDisposable {
  private machines: Machine[] = [];
  private proxy?: ChildProcess;

  private constructor(
    private readonly folder: string,
    private readonly primaryPort: number,
    private readonly replicaPort: number,
  ) {}

  static async start(): Promise<PatroniCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-patroni-'));
    const user = postgresUser(undefined);
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
    const cluster = new PatroniCluster(folder, await freePort(), await freePort());
    const identity = makeIdentity(folder, user);
    for (const name of ['one', 'two', 'three']) {
      const ports = {
        etcd: await freePort(),
        etcdPeers: await freePort(),
        patroni: await freePort(),
        postgres: await freePort(),
      };
      cluster.machines.push(new Machine(name, ports, identity, join(folder, name), user, () => cluster.machines));
    }
    try {
      await cluster.run();
    } catch (error) {
      await cluster[Symbol.asyncDispose]();
      throw error;
    }
    return cluster;
  }

  /** Leads to the primary. */
  get url(): string {
    return `postgres://latchkey:${PASSWORD}@127.0.0.1:${this.primaryPort}/latchkey?${this.verified}`;
  }

  /** Leads to one of the standbys. */
  get replicaUrl(): string {
    return `postgres://latchkey:${PASSWORD}@127.0.0.1:${this.replicaPort}/latchkey?${this.verified}`;
  }

  /** The machine that Patroni says has the primary. */
  async primary(): Promise<Machine> {
    let name: string | undefined;
    await eventually(async () => {
      name = (await this.members()).find(({ role }) => role === 'leader')?.name;
      return name !== undefined;
    });
    return this.machines.find((machine) => machine.name === name)!;
  }

  /** The machine that HAProxy sends readers of the standby to. */
  async standby(): Promise<Machine> {
    let port: number | undefined;
    await eventually(async () => {
      port = await queryAt<{ port: number }>(this.replicaUrl, 'select inet_server_port() as port').then(
        ([row]) => row!.port,
        () => undefined,
      );
      return port !== undefined;
    });
    return this.machines.find(({ ports }) => ports.postgres === port)!;
  }

  /** Waits until another machine has the primary. */
  async hasMovedFrom(former: Machine): Promise<void> {
    await eventually(async () => {
      const leader = (await this.members()).find(({ role }) => role === 'leader');
      return leader !== undefined && leader.name !== former.name && leader.state === 'running';
    }, SLOW_SECONDS);
  }

  /** Waits until there are a primary, its synchronous standby and another one, both of which follow it. */
  async isWhole(): Promise<void> {
    await eventually(async () => {
      const members = await this.members();
      const roles = members.map(({ role }) => role).sort();
      const leader = members.find(({ role }) => role === 'leader');
      const isFollowing = ({ state, timeline }: Member): boolean =>
        ['running', 'streaming'].includes(state) && timeline === leader?.timeline;
      return roles.join() === 'leader,replica,sync_standby' && members.every(isFollowing) && (await this.streams()) === 2;
    }, SLOW_SECONDS);
  }

  /** Hands over to the synchronous standby, as planned. */
  async switchOver(): Promise<void> {
    const members = await this.members();
    const [leader, candidate] = ['leader', 'sync_standby'].map((role) => members.find((member) => member.role === role)!.name);
    // Refused until Patroni knows that the candidate has everything.
    await eventually(
      async () => (await (await this.primary()).patroni('/switchover', 'POST', { leader, candidate }))?.status !== 412,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const machine of this.machines) await machine.fail();
    if (this.proxy && !isGone(this.proxy)) {
      const ended = once(this.proxy, 'exit');
      this.proxy.kill('SIGKILL');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async run(): Promise<void> {
    for (const machine of this.machines) machine.start();
    this.startProxy();
    await eventually(
      async () => (await this.members()).some(({ role, state }) => role === 'leader' && state === 'running'),
      SLOW_SECONDS,
    );
    const short = { ttl: 8, loop_wait: 1, retry_timeout: 3 };
    await eventually(async () => (await (await this.primary()).patroni('/config', 'PATCH', short))?.status === 200);
    await this.isWhole();
    await queryAt(this.administratorUrl, `create role latchkey login password '${PASSWORD}'`);
    await queryAt(this.administratorUrl, 'create database latchkey owner latchkey');
  }

  private get administratorUrl(): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.primaryPort}/postgres?${this.verified}`;
  }

  private get verified(): string {
    return `uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${join(this.folder, 'certificates/ca.crt')}`;
  }

  /** The members as the machines that run see them. */
  private async members(): Promise<readonly Member[]> {
    for (const machine of this.machines) {
      const response = await machine.patroni('/cluster');
      if (response?.ok) return ((await response.json()) as { members?: Member[] }).members ?? [];
    }
    return [];
  }

  private async streams(): Promise<number> {
    const rows = queryAt(this.administratorUrl, "select from pg_stat_replication where state = 'streaming'");
    return rows.then(
      ({ length }) => length,
      () => 0,
    );
  }

  /** The file of the set-up, with these addresses. */
  private startProxy(): void {
    const places = new Map([
      ['127.0.0.1:5000', `127.0.0.1:${this.primaryPort}`],
      ['127.0.0.1:5001', `127.0.0.1:${this.replicaPort}`],
      ['/etc/latchkey-postgresql/ca.crt', join(this.folder, 'certificates/ca.crt')] as const,
      ...this.machines.map(
        ({ ports }, n) =>
          [`10.0.0.1${n + 1}:5432 check port 8008`, `127.0.0.1:${ports.postgres} check port ${ports.patroni}`] as const,
      ),
    ]);
    let settings = readFileSync(join(SET_UP, 'haproxy.cfg'), 'utf8');
    for (const [documented, own] of places) settings = settings.replaceAll(documented, own);
    const file = join(this.folder, 'haproxy.cfg');
    writeFileSync(file, settings);
    this.proxy = spawn(HAPROXY, ['-db', '-q', '-f', file], { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
