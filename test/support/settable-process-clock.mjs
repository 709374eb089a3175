import { readFileSync } from 'node:fs';

/**
 * Loaded into a process before anything else, this sets its clock: by as many milliseconds as the file CLOCK_FILE says, at the start
 * and at each SIGUSR2. Timers and `performance.now` do not follow, as they do not when the clock of a machine is set.
 */
const SystemDate = Date;
let ahead = 0;

globalThis.Date = class Date extends SystemDate {
  constructor(...args) {
    if (args.length > 0) super(...args);
    else super(SystemDate.now() + ahead);
  }

  static now() {
    return SystemDate.now() + ahead;
  }
};

function set() {
  ahead = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
  process.stdout.write(`The clock is ${ahead} milliseconds ahead.\n`);
}

set();
process.on('SIGUSR2', set);
