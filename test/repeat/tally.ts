import { relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** What Jest writes with `--json`, as far as it is read here. */
export interface JestReport {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

/** Counts what fails in repeated runs. */
export class Tally {
  private runs = 0;
  private readonly failures = new Map<string, { count: number; message: string }>();

  get isEmpty(): boolean {
    return this.failures.size === 0;
  }

  /** Returns the names of what failed in this run. A run without tests is an error, because it shows nothing. */
  add(report: JestReport): string[] {
    if (report.numTotalTests === 0 && report.testResults.length === 0) throw new Error('No suite has such a path.');
    this.runs += 1;
    const failed = failuresIn(report);
    for (const { name, message } of failed) {
      const known = this.failures.get(name) ?? { count: 0, message };
      this.failures.set(name, { ...known, count: known.count + 1 });
    }
    return failed.map(({ name }) => name);
  }

  /** What failed most often comes first, each with the message of its first failure. */
  summary(): string {
    if (this.isEmpty) return `Nothing failed in ${this.runs} runs.\n`;
    const often = [...this.failures].sort(([, one], [, other]) => other.count - one.count);
    return often.map(([name, { count, message }]) => `\n${count} of ${this.runs}: ${name}\n${message}\n`).join('');
  }
}

/** A suite that could not run, or that failed outside its tests, counts as one failure. */
function failuresIn({ testResults }: JestReport): { name: string; message: string }[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const suite = relative(ROOT, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: `${suite}: ${fullName}`, message: failureMessages.join('\n') }));
    return failed.length === 0 && status === 'failed' ? [{ name: suite, message }] : failed;
  });
}
