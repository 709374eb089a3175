import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { acquireLock, CliError } from '../../process/index.ts';

/** A service, and with what the command line signs in there. */
export interface Profile {
  /** URL of the service, without a slash at its end. */
  readonly service: string;
  readonly access_token: string;
  /** Null if it does not expire, or nobody knows. */
  readonly expires_at: string | null;
  /** Null for a token that was given instead of a sign-in. */
  readonly refresh_token: string | null;
  /** Id of the organization that commands work in, if the token may see several. */
  readonly organization: string | null;
}

export interface ProfileFile {
  readonly current: string | null;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const EMPTY: ProfileFile = { current: null, profiles: {} };
const OWNER_ONLY = { file: 0o600, folder: 0o700 };
/** Another command renews its token meanwhile. */
const LOCK_WAIT_MS = 30_000;
const LOCK_POLL_MS = 20;

type Values = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);
const isProfile = (value: unknown): boolean =>
  isObject(value) && typeof value['service'] === 'string' && typeof value['access_token'] === 'string';

/** Also a file that somebody has edited is read. */
const isProfileFile = (value: unknown): value is ProfileFile =>
  isObject(value) &&
  (value['current'] === null || typeof value['current'] === 'string') &&
  isObject(value['profiles']) &&
  Object.values(value['profiles']).every(isProfile);

/** Where the platform has the settings of programs. */
function configFolder(env: NodeJS.ProcessEnv): string {
  const home = env['HOME'] ?? homedir();
  if (platform() === 'win32') return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'latchkey');
  const ofPlatform = platform() === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.config');
  return join(env['XDG_CONFIG_HOME'] || ofPlatform, 'latchkey');
}

/** The profiles of `latchkey login`, in a file that only its owner can read. */
export class Profiles {
  private readonly folder: string;
  readonly path: string;

  constructor(env: NodeJS.ProcessEnv) {
    this.folder = configFolder(env);
    this.path = join(this.folder, 'profiles.json');
  }

  read(): ProfileFile {
    try {
      const content: unknown = JSON.parse(readFileSync(this.path, 'utf8'));
      if (!isProfileFile(content)) throw new Error('it does not have profiles');
      return content;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return EMPTY;
      throw new CliError(`${this.path} cannot be read (${(error as Error).message}). Delete it, and sign in again.`);
    }
  }

  /** No other command changes the profiles meanwhile: a refresh token works once. Undefined leaves the file as it is. */
  async change(work: (file: ProfileFile) => ProfileFile | undefined | Promise<ProfileFile | undefined>): Promise<void> {
    const lock = await this.lock();
    try {
      const changed = await work(this.read());
      if (changed) this.write(changed);
    } finally {
      lock[Symbol.dispose]();
    }
  }

  /** Looks again and again instead of waiting in the lock: the command that holds it may run in this process. */
  private async lock(): Promise<Disposable> {
    for (let waited = 0; waited < LOCK_WAIT_MS; waited += LOCK_POLL_MS) {
      const lock = this.tryLock();
      if (lock) return lock;
      await setTimeout(LOCK_POLL_MS);
    }
    throw new CliError(`Another command has been changing ${this.path} for ${LOCK_WAIT_MS / 1000} seconds.`);
  }

  private tryLock(): Disposable | null {
    try {
      mkdirSync(this.folder, { recursive: true, mode: OWNER_ONLY.folder });
      return acquireLock(join(this.folder, 'lock'), { waitMs: 0 });
    } catch (error) {
      throw this.unwritable(error);
    }
  }

  private write(file: ProfileFile): void {
    const temporary = `${this.path}.new`;
    try {
      rmSync(temporary, { force: true });
      writeFileSync(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: OWNER_ONLY.file, flag: 'wx' });
      renameSync(temporary, this.path);
    } catch (error) {
      throw this.unwritable(error);
    }
  }

  private unwritable(error: unknown): CliError {
    return new CliError(`${this.path} cannot be written (${(error as Error).message}).`);
  }
}
