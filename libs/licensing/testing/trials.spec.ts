import type { MikroORM } from '@mikro-orm/postgresql';
import { OrganizationClocks } from '#platform/clocks';
import { Keyring } from '#engine/secrets';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgLicenseKeys } from '../src/adapters/persistence/license-keys.repository.ts';
import { PgTrials } from '../src/adapters/persistence/trials.repository.ts';
import { licensingTables } from '../src/index.ts';
import { InMemoryLicenseKeys } from './in-memory-license-keys.ts';
import { InMemoryTrials } from './in-memory-trials.ts';
import { aLicenseKey } from './license-key.builder.ts';
import { recognizedBy, trialsContract } from './trials.contract.ts';

describe('in memory', () => {
  const trials = new InMemoryTrials(new InMemoryLicenseKeys());
  trialsContract(() => trials);
});

describe('in PostgreSQL', () => {
  let orm: MikroORM;
  let close: () => Promise<void>;
  const keyring = new Keyring([Buffer.alloc(32, 2), Buffer.alloc(32, 1)]);
  beforeAll(async () => {
    ({ orm, close } = await freshOrm(licensingTables));
  });
  afterAll(() => close());

  trialsContract(() => new PgTrials(orm.em, keyring));

  test('two processes give one machine one trial', async () => {
    const processes = [new PgTrials(orm.em, keyring), new PgTrials(orm.em, keyring)];
    const { organizationId, benefitId } = aLicenseKey().build();
    const recognition = recognizedBy({ machine_id: 'machine 1', system_serial: 'system 1' });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        processes[n % 2]!.add(aLicenseKey().of(organizationId).from(benefitId).newUnsaved(), {
          organizationId,
          benefitId,
          device: `folder ${n}`,
          recognition,
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a device that had a trial under an older secret key is recognized under the newest one', async () => {
    const { organizationId, benefitId } = aLicenseKey().build();
    const asked = { organizationId, benefitId, device: 'laptop' };
    const key = aLicenseKey().of(organizationId).from(benefitId).newUnsaved();
    await new PgTrials(orm.em, new Keyring([Buffer.alloc(32, 1)])).add(key, asked);
    expect(await new PgTrials(orm.em, keyring).find(asked)).toMatchObject({ licenseKeyId: key.id });
  });

  test('the components of a device are erased with the activations of the customer that holds the key', async () => {
    const trials = new PgTrials(orm.em, keyring);
    const { organizationId, benefitId } = aLicenseKey().build();
    const recognition = recognizedBy({ machine_id: 'machine 1' });
    const asked = { organizationId, benefitId, device: 'laptop', recognition };
    const key = aLicenseKey().of(organizationId).from(benefitId).newUnsaved();
    await trials.add(key, asked);
    await new PgLicenseKeys(orm.em, keyring, new OrganizationClocks(false)).eraseActivations(organizationId, [key.id]);
    expect(await trials.find(asked)).toEqual({ licenseKeyId: key.id, isRecognizable: false });
    expect(await trials.find({ ...asked, device: 'new folder' })).toBeUndefined();
  });
});
