import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Application, NOON, type Opening } from './application.ts';
import type { Driver } from './driver.ts';
import type { Drivers } from './drivers.ts';
import type { Language } from './language.ts';
import { ORGANIZATION } from './service/license-key.ts';
import type { Network } from './service/exchange.ts';
import { ScriptedService } from './service/scripted-service.ts';

export interface Case {
  readonly name: string;
  /** Whether a client has what is asked for; every client without this. */
  isFor?(language: Language): boolean;
  /** Throws if the client does something else than it should. */
  run(kit: Kit): Promise<void>;
}

/** What a situation has: a service of its own, and applications. */
export class Kit implements AsyncDisposable {
  private readonly taken: { readonly driver: Driver; readonly from: Drivers }[] = [];
  private readonly applications: Application[] = [];

  private constructor(
    private readonly drivers: Drivers,
    readonly service: ScriptedService,
    readonly folder: string,
  ) {}

  static async open(drivers: Drivers): Promise<Kit> {
    return new Kit(drivers, await ScriptedService.start(NOON), await mkdtemp(join(tmpdir(), 'latchkey-conformance-')));
  }

  readonly organizationId = ORGANIZATION;
  readonly language = this.drivers.language;

  driver(from = this.drivers): Driver {
    const driver = from.take();
    this.taken.push({ driver, from });
    return driver;
  }

  /** A process of its own, with a storage of its own unless it is given one. */
  async application(opening: Opening = {}, from?: Drivers): Promise<Application> {
    const driver = this.driver(from);
    const storage = opening.storage ?? join(this.folder, `storage-${randomUUID()}`);
    const application = new Application(driver, this.service, opening, storage);
    this.applications.push(application);
    await application.must('limit_writes', { writes: null });
    await application.open();
    return application;
  }

  /** An application that is activated, and has a lease if it has leases, and its key. */
  async licensed(opening: Opening = {}, from?: Drivers) {
    const key = this.service.issue();
    const app = await this.application(opening, from);
    await app.must('activate', { key: key.key, label: 'laptop' });
    for (const command of app.able('lease')) await app.must(command);
    return { key, app };
  }

  /** The same for a case about leases. */
  async leased(opening: Opening = {}) {
    const licensed = await this.licensed(opening);
    licensed.app.assertHas('lease');
    return licensed;
  }

  /** What is between the applications and the service from now on. */
  through(network: Network): void {
    this.service.network = network;
  }

  online(): void {
    this.through((_received, answer) => answer());
  }

  offline(): void {
    this.through(() => 'lost');
  }

  /** Time passes, for the service and on all machines. */
  async pass(seconds: number): Promise<void> {
    this.service.state.now += seconds;
    for (const application of this.applications) await application.setClock();
  }

  /** All machines sleep: time passes, and their monotonic clocks stand still. */
  async sleep(seconds: number): Promise<void> {
    for (const application of this.applications) application.sleptSeconds += seconds;
    await this.pass(seconds);
  }

  /** Ends its applications; their processes are free for others. */
  release(): void {
    for (const { driver, from } of this.taken.splice(0)) from.giveBack(driver);
    this.applications.length = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.release();
    await this.service.close();
    // After a case that failed, a process may still be writing.
    await rm(this.folder, { recursive: true, maxRetries: 10 });
  }
}
