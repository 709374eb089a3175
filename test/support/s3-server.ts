import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

/** The program `versitygw`, which `.ci/run` builds. Suites about buckets are left out without it. */
const { S3_SERVER } = process.env;
if (!S3_SERVER) process.stderr.write('Left out: tests with a bucket (S3_SERVER is not set).\n');

export const hasS3Server = Boolean(S3_SERVER);

const LOGIN = { id: 'latchkey', secret: 'not-a-secret' };
const BUCKET = 'files';
/** Where this server keeps what is no object yet. */
const UNFINISHED = '.sgwtmp/';

/** A server of a suite's own with an empty bucket, whose objects are files in a folder. It checks signatures. */
export class S3Server implements AsyncDisposable {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-s3-'));
    for (const name of [`objects/${BUCKET}`, 'attributes']) mkdirSync(join(folder, name), { recursive: true });
    const server = new S3Server(await freePort(), folder);
    await server.run();
    return server;
  }

  /** Starts it again after `crash`. */
  async run(): Promise<void> {
    const { id, secret } = LOGIN;
    const options = ['--port', `127.0.0.1:${this.port}`, '--access', id, '--secret', secret, '--keep-alive', '--quiet'];
    const folders = ['--sidecar', join(this.folder, 'attributes'), join(this.folder, 'objects')];
    this.process = spawn(S3_SERVER!, [...options, 'posix', ...folders], { stdio: 'ignore' });
    await once(this.process, 'spawn');
    await eventually(() =>
      fetch(this.endpoint).then(
        () => true,
        () => false,
      ),
    );
  }

  get settings() {
    return this.settingsOf('MEDIA_S3');
  }

  /** The settings with these names that lead to the bucket. */
  settingsOf<Names extends string>(names: Names, further: Readonly<Record<string, string>> = {}) {
    const values = {
      BUCKET,
      ENDPOINT: this.endpoint,
      PATH_STYLE: '1',
      ACCESS_KEY_ID: LOGIN.id,
      SECRET_ACCESS_KEY: LOGIN.secret,
      ...further,
    };
    type Settings = Readonly<Record<`${Names}_${keyof typeof values}`, string>>;
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${names}_${name}`, value])) as Settings;
  }

  private get endpoint(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  read(key: string): Buffer {
    return readFileSync(join(this.folder, 'objects', BUCKET, key));
  }

  /** The keys of all objects. */
  keys(): string[] {
    return this.files().filter((name) => !name.startsWith(UNFINISHED));
  }

  /** The pieces of uploads that have not ended. */
  unfinishedUploads(): string[] {
    return this.files().filter((name) => name.startsWith(UNFINISHED));
  }

  private files(): string[] {
    const folder = join(this.folder, 'objects', BUCKET);
    return readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(folder, name)).isFile())
      .sort();
  }

  /** Ends at once, like the machine that it runs on. */
  async crash(): Promise<void> {
    const ended = once(this.process!, 'exit');
    this.process!.kill('SIGKILL');
    await ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.process!.exitCode === null && this.process!.signalCode === null) await this.crash();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
