import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { blocksOf, sectionsOf } from '../support/code-blocks.ts';
import { Terminal } from './terminal.ts';

interface Place {
  /** The clone of the service, with its packages. */
  readonly installation: string;
  /** Its data folder. */
  readonly data: string;
  /** The packages that the applications of guides import. */
  readonly modules?: string;
  /** Other ports than those that guides name. */
  readonly ports?: Readonly<Record<string, number>>;
  readonly env?: NodeJS.ProcessEnv;
}

interface Difference {
  readonly page: string;
  readonly shown: string;
  readonly printed: string;
}

/** Whoever follows guides: saves their files, runs their commands, and compares what is printed. */
export class Reader implements AsyncDisposable {
  private constructor(
    readonly folder: string,
    private readonly terminal: Terminal,
    private readonly ports: Readonly<Record<string, number>>,
  ) {}

  /** In the terminal of the first five minutes. */
  static async begin({ installation, data, modules, ports = {}, env = {} }: Place): Promise<Reader> {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'latchkey-guide-')));
    symlinkSync(data, join(folder, '.latchkey'));
    for (const part of ['bin', 'packages']) symlinkSync(join(installation, part), join(folder, part));
    symlinkSync(modules ?? join(installation, 'node_modules'), join(folder, 'node_modules'));
    const terminal = Terminal.open(folder, { ...process.env, ...env });
    const reader = new Reader(folder, terminal, ports);
    const settings = blocksOf('README.md', 'The first five minutes').find(({ language }) => language === 'sh');
    await reader.run(settings!.code);
    return reader;
  }

  /** Follows a page from its beginning to its end, or some of its sections; returns where it prints something else than the page says. */
  async follow(page: string, sections: readonly string[] = ['', ...sectionsOf(page)]): Promise<Difference[]> {
    const differences: Difference[] = [];
    let printed = '';
    for (const section of sections) {
      for (const { language, file, code } of blocksOf(page, section)) {
        if (file !== undefined) this.save(file, code);
        else if (language === 'sh') printed = await this.run(code);
        else if (language !== 'text') throw new Error(`${page}: a block of ${language} needs the name of a file.`);
        else if (!isShown(code, printed)) differences.push({ page, shown: code, printed });
      }
    }
    return differences;
  }

  run(commands: string): Promise<string> {
    return this.terminal.run(this.moved(commands));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.terminal[Symbol.asyncDispose]();
    rmSync(this.folder, { recursive: true });
  }

  private save(file: string, code: string): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, this.moved(code));
  }

  private moved(text: string): string {
    return text.replace(/\b\d{4}\b/g, (number) => String(this.ports[number] ?? number));
  }
}

/** Whether a page shows what is printed, with `…` for what is different each time. */
function isShown(shown: string, printed: string): boolean {
  const parts = shown.trim().split('…');
  const pattern = parts.map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('[^]*?');
  return new RegExp(`^${pattern}$`).test(printed.trim());
}
