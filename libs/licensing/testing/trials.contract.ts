import { randomUUID } from 'node:crypto';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { MatchRule } from '../src/domain/policy/devices-policy.ts';
import type { Recognition } from '../src/domain/trials/recognition.ts';
import { DeviceHasTrial, type Trial, type Trials } from '../src/domain/trials/trials.ts';
import { aDevice, aLicenseKey } from './license-key.builder.ts';

const LAPTOP = { machine_id: 'machine 1', board_serial: 'board 1', mac: 'mac 1' };

export const recognizedBy = (components: Readonly<Record<string, string>>, rule: MatchRule = 'most'): Recognition => ({
  described: aDevice(components),
  rule,
});

/** The contract of every implementation of the port. */
export function trialsContract(opened: () => Trials): void {
  /** A benefit of its own, in which devices ask for trials. */
  function aBenefit() {
    const [organizationId, benefitId] = [randomUUID(), randomUUID()];
    const trial = (device: string, recognition?: Recognition, of: Partial<Trial> = {}): Trial => ({
      organizationId,
      benefitId,
      device,
      recognition,
      ...of,
    });
    const start = async (asked: Trial): Promise<LicenseKey> => {
      const key = aLicenseKey().of(asked.organizationId).from(asked.benefitId).newUnsaved();
      await opened().add(key, asked);
      return key;
    };
    return { trial, start };
  }

  async function outcomesOf(racing: readonly Promise<LicenseKey>[]) {
    const outcomes = await Promise.allSettled(racing);
    return {
      stored: outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : [])),
      refused: outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : [])),
    };
  }

  test('of racing trials of an ID one is stored, and found', async () => {
    const { trial, start } = aBenefit();
    const { stored, refused } = await outcomesOf(Array.from({ length: 5 }, () => start(trial('laptop'))));
    expect([stored.length, refused]).toEqual([1, Array(4).fill(expect.any(DeviceHasTrial))]);
    expect(await opened().find(trial('laptop'))).toEqual({ licenseKeyId: stored[0], isRecognizable: false });
    const others = [trial('desktop'), trial('laptop', undefined, { benefitId: randomUUID() }), aBenefit().trial('laptop')];
    for (const other of others) {
      expect(await opened().find(other)).toBeUndefined();
      expect(await start(other)).toBeDefined();
    }
  });

  test('of racing trials of one machine with different IDs one is stored, and found by each of them', async () => {
    const { trial, start } = aBenefit();
    const asked = Array.from({ length: 6 }, (_, n) => trial(`folder ${n}`, recognizedBy({ ...LAPTOP, mac: `mac ${n}` })));
    const { stored, refused } = await outcomesOf(asked.map(start));
    expect([stored.length, refused]).toEqual([1, Array(5).fill(expect.any(DeviceHasTrial))]);
    for (const each of asked) expect(await opened().find(each)).toEqual({ licenseKeyId: stored[0], isRecognizable: true });
  });

  test('of racing trials of several machines each gets one', async () => {
    const { trial, start } = aBenefit();
    const machines = Array.from({ length: 4 }, (_, n) => recognizedBy({ machine_id: `machine ${n}`, mac: 'dock' }));
    const { stored, refused } = await outcomesOf(
      machines.flatMap((each, n) => [start(trial(`a ${n}`, each)), start(trial(`b ${n}`, each))]),
    );
    expect([stored.length, refused.length]).toEqual([4, 4]);
  });

  test('a machine is recognized by the rule within a benefit, and not by network cards alone', async () => {
    const { trial, start } = aBenefit();
    const { id: licenseKeyId } = await start(trial('first', recognizedBy(LAPTOP)));
    const found = (components: Readonly<Record<string, string>>, rule?: MatchRule, of?: Partial<Trial>) =>
      opened().find(trial('second', recognizedBy(components, rule), of));
    expect(await found({ machine_id: 'machine 1' })).toMatchObject({ licenseKeyId });
    expect(await found({ ...LAPTOP, board_serial: 'board 2' })).toMatchObject({ licenseKeyId });
    expect(await found({ ...LAPTOP, board_serial: 'board 2' }, 'all')).toBeUndefined();
    expect(await found({ machine_id: 'machine 2', mac: 'mac 1' }, 'any')).toBeUndefined();
    expect(await found({ mac: 'mac 1' }, 'any')).toBeUndefined();
    for (const elsewhere of [{ benefitId: randomUUID() }, { organizationId: randomUUID() }])
      expect(await found(LAPTOP, 'any', elsewhere)).toBeUndefined();
  });

  test('what shares an image is told apart, and the trial that has most in common is found', async () => {
    const { trial, start } = aBenefit();
    const ofImage = (n: number) => recognizedBy({ machine_id: 'image', board_serial: `board ${n}`, mac: `mac ${n}` });
    const keys = [];
    for (const n of [1, 2, 3]) keys.push(await start(trial(`machine ${n}`, ofImage(n))));
    for (const n of [1, 2, 3])
      expect(await opened().find(trial('again', ofImage(n)))).toMatchObject({ licenseKeyId: keys[n - 1]!.id });
  });

  test('a trial that began without a description takes the first one, and keeps it', async () => {
    const { trial, start } = aBenefit();
    const { id: licenseKeyId } = await start(trial('folder'));
    await opened().describe(trial('folder', recognizedBy(LAPTOP)), licenseKeyId);
    expect(await opened().find(trial('folder'))).toEqual({ licenseKeyId, isRecognizable: true });
    await opened().describe(trial('folder', recognizedBy({ machine_id: 'machine 2', board_serial: 'board 2' })), licenseKeyId);
    expect(await opened().find(trial('other', recognizedBy(LAPTOP)))).toMatchObject({ licenseKeyId });
    expect(await opened().find(trial('other', recognizedBy({ machine_id: 'machine 2' })))).toBeUndefined();
  });

  test('a forgotten device gets another trial, and others keep theirs', async () => {
    const { trial, start } = aBenefit();
    const [first, other] = [await start(trial('laptop', recognizedBy(LAPTOP))), await start(trial('desktop'))];
    const { organizationId, customerId } = first;
    const forget = () => opened().forget({ id: first.id, organizationId, customerId });
    await forget();
    await forget();
    expect(await opened().find(trial('laptop', recognizedBy(LAPTOP)))).toBeUndefined();
    expect(await opened().find(trial('desktop'))).toMatchObject({ licenseKeyId: other.id });
    const { id: licenseKeyId } = await start(trial('laptop', recognizedBy(LAPTOP)));
    expect(await opened().find(trial('new folder', recognizedBy(LAPTOP)))).toMatchObject({ licenseKeyId });
  });
}
