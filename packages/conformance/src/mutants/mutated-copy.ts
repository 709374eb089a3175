import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { COMPANY_NETWORK } from '../cases/company-networks.ts';
import { CASES } from '../cases/index.ts';
import { Drivers } from '../drivers.ts';
import { runCommand } from '../run-command.ts';
import { problemOf } from '../run.ts';
import { broken, type Mutant, type Mutated } from './mutant.ts';

const EACH = [...CASES, COMPANY_NETWORK];
/** What builds and tools left in a folder of sources. */
const NOT_COPIED = new Set([
  'node_modules',
  'dist',
  '.venv',
  'target',
  '__pycache__',
  '.mypy_cache',
  '.pytest_cache',
  '.ruff_cache',
]);

/** A copy of the sources of a client, in a temporary folder, which is broken in one way at a time. */
export class MutatedCopy implements AsyncDisposable {
  private readonly parent = mkdtempSync(join(tmpdir(), 'latchkey-mutants-'));
  private readonly folder: string;

  constructor(private readonly client: Mutated) {
    const { folder } = client;
    this.folder = join(this.parent, basename(folder));
    cpSync(folder, this.folder, { recursive: true, filter: (path) => path === folder || !NOT_COPIED.has(basename(path)) });
  }

  /** Whether a case fails with the breakage; the one that should is tried first. */
  async isNoticed(mutant: Mutant): Promise<boolean> {
    const path = join(this.folder, mutant.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, broken(source, mutant));
    try {
      await this.build(mutant);
      return await this.fails(mutant);
    } finally {
      writeFileSync(path, source);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.parent, { recursive: true });
  }

  private async build({ breaks }: Mutant): Promise<void> {
    if (this.client.build === undefined) return;
    const { code, errors } = await runCommand(this.client.build, this.folder, process.env);
    if (code !== 0) throw new Error(`${this.client.name}: ${breaks}: it does not build: ${errors}`);
  }

  /** A driver that cannot be started would fail in each case. */
  private async assertRuns(drivers: Drivers): Promise<void> {
    const driver = drivers.take();
    await driver.ask('limit_writes', { writes: null });
    drivers.giveBack(driver);
  }

  private async fails({ by }: Mutant): Promise<boolean> {
    const language = this.client.language(this.folder);
    const drivers = new Drivers(language);
    const isFirst = ({ name }: { readonly name: string }): boolean => name.includes(by);
    try {
      await this.assertRuns(drivers);
      for (const each of [...EACH.filter(isFirst), ...EACH.filter((other) => !isFirst(other))]) {
        if (each.isFor?.(language) !== false && typeof (await problemOf(each, drivers)) === 'string') return true;
      }
      return false;
    } finally {
      await drivers.end();
    }
  }
}
