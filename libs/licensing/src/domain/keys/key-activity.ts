/**
 * Counts how often keys are used, by the hour. Counting costs a request nothing: counts are added up in memory and stored together,
 * so those of the last seconds are lost if the process is killed.
 */
export abstract class KeyActivity {
  abstract count(use: KeyUse, at: Date): void;

  /** Stores what was counted so far. */
  abstract flush(): Promise<void>;
}

export interface KeyUse {
  readonly organizationId: string;
  readonly kind: 'validations' | 'activations';
  readonly benefitId: string;
  /** The version that the application named. */
  readonly version: string | null;
}
