import { deepStrictEqual, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Application } from '../application.ts';
import type { Case, Kit } from '../kit.ts';
import { DAY } from '../service/signing.ts';

const MINUTE = 60;
const HOUR = 3600;
const YEAR = 365 * DAY;
const WRONG = {
  '50 years behind': -50 * YEAR,
  '1 day behind': -DAY,
  '5 minutes behind': -5 * MINUTE,
  '90 seconds behind': -90,
  '1 hour ahead': HOUR,
  '8 days ahead': 8 * DAY,
};

/** Without a network from here on, in a new process. */
async function restartOffline(kit: Kit, app: Application): Promise<void> {
  kit.offline();
  await app.open();
}

export const CLOCKS: readonly Case[] = [
  ...Object.entries(WRONG).map(([name, wrongBy]) => ({
    name: `a clock that is ${name}`,
    run: async (kit: Kit) => {
      const { app } = await kit.licensed({ wrongBy });
      matches(await app.check(), { usable: true, state: 'valid' });
      for (const command of app.able('refresh'))
        matches(await app.must(command), { license: { usable: true }, status: { outcome: 'ok' } });
      await app.must('validate');
      await restartOffline(kit, app);
      matches(await app.check(), { usable: true, state: 'valid' });
      await app.setWrong(0);
      await app.open();
      matches(await app.check(), { usable: true, state: 'valid' });
    },
  })),
  {
    name: 'a clock that is set back',
    run: async (kit) => {
      const { app } = await kit.licensed();
      await app.setWrong(-MINUTE);
      await app.open();
      matches(await app.check(), { usable: true });
      await app.setWrong(-HOUR);
      matches(await app.check(), { usable: false, reason: 'clock_set_back' });
      await restartOffline(kit, app);
      deepStrictEqual(await app.check(), { usable: false, reason: 'clock_set_back' });
      kit.online();
      matches(await app.must('refresh'), { license: { usable: true } });
      await restartOffline(kit, app);
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'a clock that is set back while the application runs gains nothing',
    run: async (kit) => {
      const { app } = await kit.leased();
      kit.offline();
      await kit.pass(20 * HOUR);
      matches(await app.check(), { usable: true, state: 'valid' });
      await app.setWrong(-DAY);
      matches(await app.check(), { usable: true, refresh_due: true });
      await kit.pass(6 * HOUR);
      deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
    },
  },
  {
    name: 'a clock that went further than time',
    run: async (kit) => {
      const { app } = await kit.leased();
      kit.offline();
      await app.setWrong(2 * DAY);
      deepStrictEqual(await app.check(), { usable: false, reason: 'expired' });
      await app.setWrong(0);
      await app.open();
      deepStrictEqual(await app.check(), { usable: false, reason: 'clock_set_back' });
      kit.online();
      await app.must('validate');
      matches(await app.check(), { usable: true, state: 'valid' });
      await restartOffline(kit, app);
      matches(await app.check(), { usable: true, state: 'valid' }, 'an answer of the service corrected what was seen');
    },
  },
];
