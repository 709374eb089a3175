import { withoutBidiControls } from '#support/texts';
import { defineField, type Field } from './field.ts';

/** Names of fields whose texts are shown to people, who take them for what they see. */
const SHOWN =
  /(?:^|_)(?:name|label|title|description|comment|note|notes|reason|message|text|placeholder|line[12]|city|state|number|company|organization|vendor|details|about|acquisition|intended_use|version|tax_id|model|platform|external_source)$/;

export const isShownName = (name: string): boolean => SHOWN.test(name);

const isText = ({ schema: { type, enum: values, format, pattern, contentMediaType } }: Field<unknown>): boolean =>
  [type].flat().includes('string') && [values, format, pattern, contentMediaType].every((rule) => rule === undefined);

/**
 * The field of an object; if people see its text, without bidirectional controls: they are removed, as blanks at the ends of many texts are,
 * so that no file of an import and no client of the reference is refused for what somebody else typed.
 */
export function asShown<T>(name: string, field: Field<T>): Field<T> {
  if (!isShownName(name) || !isText(field)) return field;
  const read: Field<T>['read'] = (input, issues) =>
    field.read(typeof input === 'string' ? withoutBidiControls(input) : input, issues);
  return defineField({ ...field, read });
}
