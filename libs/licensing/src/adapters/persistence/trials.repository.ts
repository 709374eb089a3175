import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import {
  type AggregateStore,
  inTransaction,
  insertionStore,
  type NewAggregates,
  newAggregates,
  pgPool,
  readDb,
  recordAction,
} from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { KeyStringsTaken } from '../../domain/keys/key-issuance.ts';
import type { LicenseKey } from '../../domain/keys/license-key.ts';
import {
  type ComponentsOfTrial,
  componentsOfTrial,
  isDeviceOfTrial,
  provingDigests,
  type Recognition,
  trialRecognized,
} from '../../domain/trials/recognition.ts';
import { DeviceHasTrial, type FoundTrial, type KeyOfTrial, type Trial, Trials } from '../../domain/trials/trials.ts';
import { insertsOf, takenOf } from './license-key-writes.ts';
import { INSERT_COMPONENTS, INSERT_TRIALS, LOCK_DIGESTS, TRIALS_SHARING_COMPONENTS } from './trial-statements.ts';
import type { TrialTables } from './trials.mapping.ts';

interface NewTrial extends NewAggregates<LicenseKey> {
  readonly trial: Trial;
}

interface ComponentRow {
  readonly n: number;
  readonly licenseKeyId: string;
  readonly name: string;
  readonly digest: string;
}

@Injectable()
export class PgTrials extends Trials {
  private readonly insertion: AggregateStore<NewTrial, NewTrial>;

  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
    this.insertion = insertionStore(() => pgPool(em), {
      name: 'new trial',
      organizationOf: ({ trial }) => trial.organizationId,
      batchOf: (requests) => this.batchOf(requests),
    });
  }

  async find(trial: Trial): Promise<FoundTrial | undefined> {
    const { organizationId, benefitId, device, recognition } = trial;
    const named = await readDb<TrialTables>(this.em)
      .selectFrom('licensing.trials as t')
      .select((row) => [
        't.license_key_id as licenseKeyId',
        row
          .exists(
            row
              .selectFrom('licensing.trial_components as c')
              .whereRef('c.organization_id', '=', 't.organization_id')
              .whereRef('c.license_key_id', '=', 't.license_key_id'),
          )
          .$castTo<boolean>()
          .as('isRecognizable'),
      ])
      .where('t.organization_id', '=', organizationId)
      .where('t.benefit_id', '=', benefitId)
      .where('t.device_digest', '=', sql<Buffer>`any(${this.keyring.digests('trial-device', device)})`)
      .executeTakeFirst();
    if (named || !recognition) return named;
    const { text, values } = TRIALS_SHARING_COMPONENTS.for(sharingWith([trial]));
    const { rows } = await (await pgPool(this.em)).query<ComponentRow>(text, values);
    const licenseKeyId = trialRecognized(componentsByKey(rows), recognition);
    return licenseKeyId === undefined ? undefined : { licenseKeyId, isRecognizable: true };
  }

  add(key: LicenseKey, trial: Trial): Promise<void> {
    return this.insertion.insert({ ...newAggregates([key]), trial }).catch((error: unknown) => {
      throw (error as { constraint?: string }).constraint === 'trials_pkey' ? new DeviceHasTrial() : error;
    });
  }

  describe({ organizationId, benefitId, recognition }: Trial, licenseKeyId: string): Promise<void> {
    return inTransaction(this.em, 'described trial', async (transaction) => {
      await transaction
        .getKysely<TrialTables>()
        .insertInto('licensing.trial_components')
        .values(
          componentRows(recognition!, { organization_id: organizationId, benefit_id: benefitId, license_key_id: licenseKeyId }),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    });
  }

  forget({ organizationId, id, customerId }: KeyOfTrial): Promise<void> {
    return inTransaction(this.em, 'forgotten trial', async (transaction) => {
      const db = transaction.getKysely<TrialTables>();
      const deletionFrom = (table: keyof TrialTables) =>
        db.deleteFrom(table).where('organization_id', '=', organizationId).where('license_key_id', '=', id).executeTakeFirst();
      await deletionFrom('licensing.trial_components');
      const { numDeletedRows } = await deletionFrom('licensing.trials');
      if (numDeletedRows === 0n) return;
      await recordAction(transaction, { type: 'license_key', id, organizationId, customerId }, { trial: 'forgotten' });
    });
  }

  /**
   * The strings are claimed first, then what devices have in common is locked, then it is read who has it. If a string is taken or a device
   * has a trial, the batch is repeated one call at a time, so that only the call at fault gets the error.
   */
  private batchOf(requests: readonly NewTrial[]) {
    const keys = requests.flatMap(({ added }) => added);
    const { claim, inserts } = insertsOf(keys, this.keyring);
    const trials = requests.map(({ trial }) => trial);
    const shared = sharingWith(trials);
    return {
      reads: [claim, ...LOCK_DIGESTS.of(shared), ...TRIALS_SHARING_COMPONENTS.of(shared)],
      load: ([claimed, , components = []]: readonly object[][]) => {
        const taken = takenOf(keys, claimed!, () => this.keyring.size);
        if (taken.length > 0) throw new KeyStringsTaken(taken);
        const rows = Map.groupBy(components as ComponentRow[], ({ n }) => n);
        if (trials.some((trial, n) => hasTrial(trial, rows.get(n) ?? [], trials.slice(0, n)))) throw new DeviceHasTrial();
        return { found: requests, writes: () => [...inserts, ...this.writesOf(requests)] };
      },
    };
  }

  private writesOf(requests: readonly NewTrial[]) {
    const ofKeys = requests.flatMap(({ added, trial }) => added.map(({ id: licenseKeyId }) => ({ ...trial, licenseKeyId })));
    return [
      ...INSERT_TRIALS.of(
        ofKeys.map(({ device, ...trial }) => ({ ...trial, deviceDigest: this.keyring.digest('trial-device', device) })),
      ),
      ...INSERT_COMPONENTS.of(
        ofKeys.flatMap(({ recognition, organizationId, benefitId, licenseKeyId }) =>
          recognition ? componentRows(recognition, { organizationId, benefitId, licenseKeyId }) : [],
        ),
      ),
    ];
  }
}

const componentRows = <Owner extends object>(recognition: Recognition, owner: Owner) =>
  Object.entries(componentsOfTrial(recognition)).map(([name, digest]) => ({ ...owner, name, digest }));

/** What each of the requests could have in common with trials. */
const sharingWith = (trials: readonly Trial[]) =>
  trials.flatMap(({ organizationId, benefitId, recognition }, n) =>
    recognition ? provingDigests(recognition).map((digest) => ({ n, organizationId, benefitId, digest })) : [],
  );

const componentsByKey = (rows: readonly ComponentRow[]): [licenseKeyId: string, components: ComponentsOfTrial][] =>
  [...Map.groupBy(rows, ({ licenseKeyId }) => licenseKeyId)].map(([licenseKeyId, components]) => [
    licenseKeyId,
    Object.fromEntries(components.map(({ name, digest }) => [name, digest])),
  ]);

/** Whether the device has a stored trial, or asks for one before in the same batch. */
function hasTrial(
  { organizationId, benefitId, recognition }: Trial,
  rows: readonly ComponentRow[],
  before: readonly Trial[],
): boolean {
  if (!recognition) return false;
  return (
    trialRecognized(componentsByKey(rows), recognition) !== undefined ||
    before.some(
      (other) =>
        other.recognition &&
        other.organizationId === organizationId &&
        other.benefitId === benefitId &&
        isDeviceOfTrial(componentsOfTrial(other.recognition), recognition),
    )
  );
}
