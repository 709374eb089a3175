import { Driver } from './driver.ts';
import type { Language } from './language.ts';

/** Drivers that are running and have nothing to do. Starting one takes longer than most situations. */
export class Drivers {
  private readonly idle: Driver[] = [];
  private readonly all: Driver[] = [];

  constructor(readonly language: Language) {}

  take(): Driver {
    const known = this.idle.pop();
    if (known) return known;
    const driver = Driver.start(this.language);
    this.all.push(driver);
    return driver;
  }

  giveBack(driver: Driver): void {
    if (driver.isRunning) this.idle.push(driver);
  }

  async end(): Promise<void> {
    await Promise.all(this.all.map((driver) => driver.end()));
  }
}
