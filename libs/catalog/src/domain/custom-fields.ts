import type { Sync } from '#kernel';
import type { CustomField } from './custom-field.ts';

/** Selects a custom field by id within the given organizations. */
export interface WhichCustomField {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The repository of custom fields that are not deleted. Throws `Invalid` if the slug is taken in the organization. */
export abstract class CustomFields {
  abstract add(field: CustomField): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichCustomField, by: (field: CustomField) => Sync<T>): Promise<T>;
}
