import type { Schema } from '../../../api/client.ts';
import { dayOf, endOfDay, startOfDay } from '../../../../../libs/support/src/days/days.ts';
import { type FieldKinds, nestedIn } from '../../nested-values.ts';
import type { CustomField } from './filters.ts';

/** The settings of every type; a field has those of its own. */
export type FieldSettings = Partial<
  Schema<'CustomFieldTextProperties'> & Schema<'CustomFieldNumberProperties'> & Schema<'CustomFieldSelectProperties'>
>;

const KINDS: FieldKinds = { textarea: 'boolean', min_length: 'number', max_length: 'number' };

/** The instant that the settings of a date have in seconds. */
export const instantOf = (seconds: number): string => new Date(seconds * 1000).toISOString();

type SettingsInForm = Omit<FieldSettings, 'ge' | 'le'> & { readonly ge?: string; readonly le?: string };

interface Reading {
  readonly type: CustomField['type'];
  /** What was stored: the bound of a date stays as it is if its day is not changed. */
  readonly before: FieldSettings;
  readonly timeZone: string;
  readonly notANumber: string;
}

/** What the form says, as the API takes it: the first day is allowed from its first second on, the last one until its last. */
export function settingsIn(form: FormData, { type, before, timeZone, notANumber }: Reading): FieldSettings {
  const { ge, le, ...settings } = nestedIn(form, 'properties', KINDS, notANumber) as SettingsInForm;
  const bound = (text: string, stored: number | undefined, edge: typeof startOfDay): number => {
    if (type !== 'date') return Number(text);
    if (stored !== undefined && dayOf(instantOf(stored), timeZone) === text) return stored;
    return Math.floor(Date.parse(edge(text, timeZone)) / 1000);
  };
  return {
    ...settings,
    ...(ge === undefined ? {} : { ge: bound(ge, before.ge, startOfDay) }),
    ...(le === undefined ? {} : { le: bound(le, before.le, endOfDay) }),
  };
}
