import type { Sync } from '#kernel';
import type { CustomField } from './custom-field.ts';

/** Which custom field: its id, if it belongs to one of the organizations. */
export interface WhichCustomField {
  readonly id: string;
  readonly organizations: readonly string[];
}

/** The custom fields that are not deleted. A slug that another one of the organization has is refused as invalid. */
export abstract class CustomFields {
  abstract add(field: CustomField): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichCustomField, by: (field: CustomField) => Sync<T>): Promise<T>;
}
