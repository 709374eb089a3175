import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { type ComponentsOfTrial, componentsOfTrial, trialRecognized } from '../src/domain/trials/recognition.ts';
import { DeviceHasTrial, type FoundTrial, type KeyOfTrial, type Trial, Trials } from '../src/domain/trials/trials.ts';
import type { InMemoryLicenseKeys } from './in-memory-license-keys.ts';

interface StoredTrial extends Omit<Trial, 'recognition'> {
  readonly licenseKeyId: string;
  components: ComponentsOfTrial | undefined;
}

/** Trials in a list, for tests of handlers. */
export class InMemoryTrials extends Trials {
  private trials: StoredTrial[] = [];

  constructor(private readonly licenseKeys: InMemoryLicenseKeys) {
    super();
  }

  async find(trial: Trial): Promise<FoundTrial | undefined> {
    return this.found(trial);
  }

  async add(key: LicenseKey, trial: Trial): Promise<void> {
    if (this.found(trial)) throw new DeviceHasTrial();
    const { organizationId, benefitId, device, recognition } = trial;
    const components = recognition && componentsOfTrial(recognition);
    this.trials.push({ organizationId, benefitId, device, licenseKeyId: key.id, components });
    await this.licenseKeys.addAll([key]);
  }

  async describe({ recognition }: Trial, licenseKeyId: string): Promise<void> {
    for (const trial of this.trials)
      if (trial.licenseKeyId === licenseKeyId) trial.components ??= componentsOfTrial(recognition!);
  }

  async forget({ id }: KeyOfTrial): Promise<void> {
    this.trials = this.trials.filter(({ licenseKeyId }) => licenseKeyId !== id);
  }

  private found({ organizationId, benefitId, device, recognition }: Trial): FoundTrial | undefined {
    const some = this.trials.filter((each) => each.organizationId === organizationId && each.benefitId === benefitId);
    const named = some.find((each) => each.device === device);
    if (named) return { licenseKeyId: named.licenseKeyId, isRecognizable: named.components !== undefined };
    if (!recognition) return undefined;
    const described = some.flatMap(({ licenseKeyId, components }) => (components ? [[licenseKeyId, components] as const] : []));
    const licenseKeyId = trialRecognized(described, recognition);
    return licenseKeyId === undefined ? undefined : { licenseKeyId, isRecognizable: true };
  }
}
