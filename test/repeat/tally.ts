import { relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** What Jest writes with `--json`, as far as it is read here. */
export interface JestReport {
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

export interface Failure {
  readonly name: string;
  readonly message: string;
}

/** Counts what fails in repeated runs. */
export class Tally {
  private runs = 0;
  private readonly counts = new Map<string, number>();

  get isEmpty(): boolean {
    return this.counts.size === 0;
  }

  /** Returns what failed in this run. A run without suites is an error, because it shows nothing. */
  add(report: JestReport): Failure[] {
    if (report.testResults.length === 0) throw new Error('There is no such suite.');
    this.runs += 1;
    const failed = failuresIn(report);
    for (const { name } of failed) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    return failed;
  }

  /** What failed most often comes first. */
  summary(): string {
    if (this.isEmpty) return `Nothing failed in ${this.runs} runs.\n`;
    const often = [...this.counts].sort(([, one], [, other]) => other - one);
    return `\n${often.map(([name, count]) => `${count} of ${this.runs}: ${name}\n`).join('')}`;
  }
}

/** A suite that could not run, or that failed outside its tests, counts as one failure. */
function failuresIn({ testResults }: JestReport): Failure[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const suite = relative(ROOT, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ name: `${suite}: ${fullName}`, message: failureMessages.join('\n') }));
    return failed.length === 0 && status === 'failed' ? [{ name: suite, message }] : failed;
  });
}
