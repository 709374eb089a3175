import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import type { OsUser } from '../../apps/standalone/postgres-user.ts';
import { eventually } from './eventually.ts';
import { queryAt } from './own-postgres.ts';
import { ROOT } from './processes.ts';

export const SET_UP = join(ROOT, 'deploy/patroni');
export const PASSWORD = 'secret';
/** Processes of a machine that is slow begin and agree in this time. */
export const SLOW_SECONDS = 120;

interface Ports {
  readonly etcd: number;
  readonly etcdPeers: number;
  readonly patroni: number;
  readonly postgres: number;
}

/** The files by which a machine proves that it is one of the cluster. */
export interface Identity {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

export const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** etcd, Patroni and the PostgreSQL that it starts, as on one machine, which can fail. */
export class Machine {
  private processes: ChildProcess[] = [];
  private readonly asMachine: Agent;
  private readonly asStranger: Agent;

  constructor(
    readonly name: string,
    readonly ports: Ports,
    private readonly identity: Identity,
    private readonly folder: string,
    private readonly user: OsUser,
    private readonly all: () => readonly Machine[],
  ) {
    mkdirSync(folder);
    if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
    const [ca, cert, key] = [identity.authority, identity.certificate, identity.key].map((file) => readFileSync(file));
    this.asMachine = new Agent({ connect: { ca, cert, key } });
    this.asStranger = new Agent({ connect: { ca } });
  }

  /** Its data is that of the last time. */
  start(): void {
    const { etcd, etcdPeers, patroni, postgres } = this.ports;
    const at = (port: number): string => `https://127.0.0.1:${port}`;
    const { authority, certificate, key } = this.identity;
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
        ETCD_CLIENT_CERT_AUTH: 'true',
        ETCD_TRUSTED_CA_FILE: authority,
        ETCD_CERT_FILE: certificate,
        ETCD_KEY_FILE: key,
        ETCD_PEER_CLIENT_CERT_AUTH: 'true',
        ETCD_PEER_TRUSTED_CA_FILE: authority,
        ETCD_PEER_CERT_FILE: certificate,
        ETCD_PEER_KEY_FILE: key,
      }),
      this.run('patroni', [this.settings()], {
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
  async patroni(path: string, method = 'GET', body?: object): Promise<Awaited<ReturnType<typeof fetch>> | undefined> {
    const headers = { authorization: `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}` };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const signal = AbortSignal.timeout(5_000);
    return fetch(`https://127.0.0.1:${this.ports.patroni}${path}`, { ...request, signal, dispatcher: this.asMachine }).catch(
      () => undefined,
    );
  }

  /** Whether PostgreSQL refuses connections without TLS, and etcd and changes by Patroni those without a certificate of the cluster. */
  async refusesStrangers(): Promise<boolean> {
    const { postgres, etcd, patroni } = this.ports;
    const ask = async (url: string, method: string, dispatcher: Agent): Promise<number | 'refused'> =>
      fetch(url, { method, dispatcher }).then(
        ({ status }) => status,
        () => 'refused',
      );
    const [health, restart] = [`https://127.0.0.1:${etcd}/health`, `https://127.0.0.1:${patroni}/restart`];
    const plain = await queryAt(`postgres://postgres:${PASSWORD}@127.0.0.1:${postgres}/postgres`, 'select').catch(String);
    const answers = [
      await ask(health, 'GET', this.asMachine),
      await ask(health, 'GET', this.asStranger),
      await ask(restart, 'POST', this.asStranger),
    ];
    return answers.join() === '200,refused,403' && String(plain).includes('no encryption');
  }

  /** The file of the set-up, with these certificates. */
  private settings(): string {
    const { authority, certificate, key } = this.identity;
    const places = { 'ca.crt': authority, 'machine.crt': certificate, 'machine.key': key };
    let settings = readFileSync(join(SET_UP, 'patroni.yaml'), 'utf8');
    for (const [name, own] of Object.entries(places)) settings = settings.replaceAll(`/etc/latchkey-postgresql/${name}`, own);
    const file = join(this.folder, 'patroni.yaml');
    writeFileSync(file, settings);
    return file;
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
