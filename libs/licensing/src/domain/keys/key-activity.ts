/**
 * Counts how often keys are used, by the hour. Counting costs a request nothing: counts are added up in memory and stored together,
 * so those of the last seconds are lost if the process is killed.
 */
export abstract class KeyActivity {
  abstract count(organizationId: string, use: KeyUse, at: Date): void;

  /** Stores what was counted so far. */
  abstract flush(): Promise<void>;
}

export type KeyUse = 'validations' | 'activations';
