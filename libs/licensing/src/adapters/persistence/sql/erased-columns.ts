import { sql } from 'kysely';
import { toSnakeCase } from '#support/texts';
import { ERASED } from '../../../domain/activations/activation-state.ts';
import { fieldsIn } from '../../../domain/keys/license-key-fields.ts';

const { deviceProfile: device_profile, ...REST } = ERASED;
/** What remains of the activations of a customer that was anonymized. */
export const ERASED_COLUMNS = { ...REST, device_profile };

const REMARKS = [...fieldsIn('remark'), ...fieldsIn('erased')];
/** What a seller wrote about a key, and of the devices on which it may be used, is gone. */
export const NO_REMARKS = Object.fromEntries(REMARKS.map((name) => [toSnakeCase(name), null]));
/** Whether a key has something of that. */
export const HAS_REMARKS = sql.raw<boolean>(`(${REMARKS.map((name) => `${toSnakeCase(name)} is not null`).join(' or ')})`);
