import type { Answer, Driver } from './driver.ts';
import { ORGANIZATION } from './service/license-key.ts';
import type { ScriptedService } from './service/scripted-service.ts';
import { ISSUER, SIGNERS } from './service/signing.ts';

/** When every situation begins, in seconds. */
export const NOON = 1_780_315_200;

export interface Opening {
  readonly storage?: string;
  /** How much the clock of the machine is wrong, in seconds. */
  readonly wrongBy?: number;
  readonly [option: string]: unknown;
}

/** An application on a machine: its client, its storage and its clock. */
export class Application {
  constructor(
    private readonly driver: Driver,
    private readonly service: ScriptedService,
    private readonly opening: Opening,
    readonly storage: string,
  ) {}

  private wrongBy = this.opening.wrongBy ?? 0;
  /** How long its machine has slept so far. */
  sleptSeconds = 0;

  /** Also after the process has ended and begun again: with the same storage, and nothing else. */
  async open(changes: Opening = {}): Promise<void> {
    await this.setClock();
    const { wrongBy: _clock, ...options } = { ...this.opening, ...changes };
    const built = { url: this.service.url, issuer: ISSUER, organization_id: ORGANIZATION, root_key: SIGNERS.root.jwk.x };
    await this.must('open', { options: { ...built, ...options, storage: this.storage } });
  }

  /** Whether the client has a command. */
  has(command: string): boolean {
    return this.driver.has(command);
  }

  /** Ends a case that is about what the client does not have. */
  assertHas(command: string): void {
    this.driver.assertHas(command);
  }

  /** The commands among these that the client has. */
  able<Command extends string>(...commands: readonly Command[]): readonly Command[] {
    return commands.filter((command) => this.has(command));
  }

  ask(command: string, fields: object = {}): Promise<Answer> {
    return this.driver.ask(command, fields);
  }

  /** Throws if the outcome is another one than `ok`. */
  async must(command: string, fields: object = {}): Promise<Answer> {
    const answer = await this.ask(command, fields);
    if (answer.outcome !== 'ok') throw new Error(`${command}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** What `check` says. */
  async check(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.must('check'))['license'] as Readonly<Record<string, unknown>>;
  }

  /** Somebody sets the clock of the machine: wrong by so many seconds. */
  async setWrong(by: number): Promise<void> {
    this.wrongBy = by;
    await this.setClock();
  }

  /** Sets the clock of the machine to the time of the service, wrong as it is. `monotonic` is that of the service, less the sleep. */
  async setClock(): Promise<void> {
    const { now } = this.service.state;
    await this.must('set_clock', { now: now + this.wrongBy, monotonic: now - NOON - this.sleptSeconds });
  }
}
