import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OsUser, postgresUser } from '../../apps/standalone/postgres-user.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { queryAt } from './own-postgres.ts';
import { ROOT } from './processes.ts';

const HAPROXY = '/usr/sbin/haproxy';
const SET_UP = join(ROOT, 'deploy/patroni');
const PASSWORD = 'secret';
/** Processes of a machine that is slow begin and agree in this time. */
const SLOW_SECONDS = 120;

export const hasPatroni = (): boolean =>
  [
    ['patroni', '--version'],
    ['etcd', '--version'],
    [HAPROXY, '-v'],
    ['/usr/lib/postgresql/15/bin/postgres', '--version'],
  ].every(([program, option]) => spawnSync(program!, [option!]).status === 0);

interface Ports {
  readonly etcd: number;
  readonly etcdPeers: number;
  readonly patroni: number;
  readonly postgres: number;
}

interface Member {
  readonly name: string;
  readonly role: 'leader' | 'sync_standby' | 'replica';
  readonly state: string;
  readonly timeline?: number;
}

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** etcd, Patroni and the PostgreSQL that it starts, as on one machine, which can fail. */
class Machine {
  private processes: ChildProcess[] = [];

  constructor(
    readonly name: string,
    readonly ports: Ports,
    private readonly folder: string,
    private readonly user: OsUser,
    private readonly all: () => readonly Machine[],
  ) {
    mkdirSync(folder);
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  }

  /** Its data is that of the last time. */
  start(): void {
    const { etcd, etcdPeers, patroni, postgres } = this.ports;
    const at = (port: number): string => `http://127.0.0.1:${port}`;
    this.processes = [
      this.run('etcd', [], {
        ETCD_NAME: this.name,
        ETCD_DATA_DIR: join(this.folder, 'etcd'),
        ETCD_LISTEN_CLIENT_URLS: at(etcd),
        ETCD_ADVERTISE_CLIENT_URLS: at(etcd),
        ETCD_LISTEN_PEER_URLS: at(etcdPeers),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: at(etcdPeers),
        ETCD_INITIAL_CLUSTER: this.all()
          .map(({ name, ports }) => `${name}=${at(ports.etcdPeers)}`)
          .join(','),
      }),
      this.run('patroni', [join(SET_UP, 'patroni.yaml')], {
        PATRONI_NAME: this.name,
        PATRONI_ETCD3_HOSTS: this.all()
          .map(({ ports }) => `127.0.0.1:${ports.etcd}`)
          .join(','),
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroni}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroni}`,
        PATRONI_RESTAPI_USERNAME: 'patroni',
        PATRONI_RESTAPI_PASSWORD: PASSWORD,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgres}`,
        PATRONI_POSTGRESQL_DATA_DIR: this.data,
        PATRONI_POSTGRESQL_PGPASS: join(this.folder, 'pgpass'),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
      }),
    ];
  }

  /** Ends all its processes at once. */
  async fail(): Promise<void> {
    const running = this.processes.filter((child) => !isGone(child));
    const ends = running.map((child) => once(child, 'exit'));
    for (const { pid } of running) process.kill(-pid!, 'SIGKILL');
    this.killPostgres();
    await Promise.all(ends);
  }

  /** Kills the process of PostgreSQL that has started the others, and waits until Patroni has started it again. */
  async crashPostmaster(): Promise<void> {
    const former = this.postmaster()!;
    kill(former);
    await eventually(() => ![former, undefined].includes(this.postmaster()), SLOW_SECONDS);
  }

  /** Asks Patroni for something. */
  async patroni(path: string, method = 'GET', body?: object): Promise<Response | undefined> {
    const headers = { authorization: `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}` };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const signal = AbortSignal.timeout(5_000);
    return fetch(`http://127.0.0.1:${this.ports.patroni}${path}`, { ...request, signal }).catch(() => undefined);
  }

  private get data(): string {
    return join(this.folder, 'postgresql');
  }

  private killPostgres(): void {
    const postmaster = this.postmaster();
    if (postmaster === undefined) return;
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
    for (const pid of [postmaster, ...children.map(Number)]) kill(pid);
  }

  private postmaster(): number | undefined {
    try {
      const pid = Number.parseInt(readFileSync(join(this.data, 'postmaster.pid'), 'utf8'));
      return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres') ? pid : undefined;
    } catch {
      return undefined;
    }
  }

  private run(program: 'etcd' | 'patroni', args: string[], env: Record<string, string>): ChildProcess {
    const log = openSync(join(this.folder, `${program}.log`), 'a');
    const own = { PATH: process.env['PATH'], HOME: this.folder, LC_ALL: 'C.UTF-8', ...env };
    return spawn(program, args, { ...this.user, cwd: '/', env: own, detached: true, stdio: ['ignore', log, log] });
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
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
    for (const name of ['one', 'two', 'three']) {
      const ports = {
        etcd: await freePort(),
        etcdPeers: await freePort(),
        patroni: await freePort(),
        postgres: await freePort(),
      };
      cluster.machines.push(new Machine(name, ports, join(folder, name), user, () => cluster.machines));
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
    return `postgres://latchkey:${PASSWORD}@127.0.0.1:${this.primaryPort}/latchkey`;
  }

  /** Leads to one of the standbys. */
  get replicaUrl(): string {
    return `postgres://latchkey:${PASSWORD}@127.0.0.1:${this.replicaPort}/latchkey`;
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
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.primaryPort}/postgres`;
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
