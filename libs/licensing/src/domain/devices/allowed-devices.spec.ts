import { aLicenseKey, anInstallation, aValidationInput, type LeasedKey, NOW } from '../../../testing/license-key.builder.ts';
import { CheckOuts } from '../floating/check-outs.ts';
import { Leasing } from '../leases/leasing.ts';

const OFFLINE = { leaseSeconds: 300, graceSeconds: 60, maxOfflineDevices: 9 };
const FLOATING = { checkoutSeconds: 60, overdraft: 0 };
const REFUSED = expect.objectContaining({ code: 'DEVICE_NOT_ALLOWED' });

function withCheckOuts(key: LeasedKey): LeasedKey {
  const checkOuts = new CheckOuts(FLOATING);
  checkOuts.countedAt(NOW, 0);
  return key.loadedWith({ checkOuts });
}

describe.each([
  ['node-locked', (): LeasedKey => aLicenseKey().limitedTo(9).build()],
  ['floating', (): LeasedKey => withCheckOuts(aLicenseKey().limitedTo(9).build())],
])('a %s key with a list of devices', (mode, build) => {
  const isFloating = mode === 'floating';
  const keyFor = (...allowedDevices: string[]): LeasedKey => {
    const key = build().loadedWith({ leasing: Leasing.of(NOW, OFFLINE, 0) });
    key.update({ allowedDevices }, NOW);
    return key;
  };
  const activate = (key: LeasedKey, device: string | null) => key.activate(anInstallation({ device }), NOW);
  const lease = (key: LeasedKey, device: string | null) =>
    key.lease({ activationId: null, installation: anInstallation({ device }) }, () => 1);

  test('is activated and leased on these devices only', () => {
    const key = keyFor('one', 'two');
    activate(key, 'one');
    lease(key, 'two');
    for (const device of ['three', 'ONE', null]) {
      expect(() => activate(key, device)).toThrow(REFUSED);
      expect(() => lease(key, device)).toThrow(REFUSED);
    }
    expect(key.activations.map(({ device }) => device)).toEqual(['one', 'two']);
  });

  test('is refused from then on to a device that is taken from the list, and given again with the list', () => {
    const key = keyFor('one', 'two');
    const { id } = activate(key, 'one');
    const uses = [
      () => key.validate(aValidationInput({ activationId: id }), NOW),
      () => key.lease({ activationId: id, installation: anInstallation() }, () => 1),
      ...(isFloating ? [() => key.heartbeat(id, NOW)] : []),
    ];
    key.update({ allowedDevices: ['two'] }, NOW);
    for (const use of uses) expect(use).toThrow(REFUSED);
    expect(key.validate(aValidationInput(), NOW)).toBeNull();
    key.update({ allowedDevices: null }, NOW);
    for (const use of uses) expect(use).not.toThrow();
    key.update({ allowedDevices: ['two'] }, NOW);
    key.deactivate(id, NOW);
    expect(key.activations.every(({ isLive }) => !isLive)).toBe(true);
  });

  test('tells that the list changed, and not which devices it has', () => {
    const key = keyFor('one');
    key.update({ allowedDevices: ['one'] }, NOW);
    const events = key.pullEvents();
    expect(events).toMatchObject([{ payload: { changed: ['allowed_devices'], changes: { allowed_devices: { after: null } } } }]);
    expect(JSON.stringify(events)).not.toContain('"one"');
  });
});
