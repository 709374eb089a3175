import { defineField, type Field, fail } from './field.ts';

const UUID_FORMS = /^(?:urn:uuid:)?(\{)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[0-9a-f]{32})(\})?$/i;
const CANONICAL_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const dashed = (hex: string): string =>
  hex.includes('-') ? hex : `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** A UUID of version 4 in any of its notations, read in lower case with dashes. */
export const uuid4 = (): Field<string> =>
  defineField({
    schema: { type: 'string', format: 'uuid4' },
    read: (input, issues) => {
      if (typeof input !== 'string')
        return fail(issues, 'uuid_type', 'UUID input should be a string, bytes or UUID object', input);
      if (CANONICAL_V4.test(input)) return input;
      const form = UUID_FORMS.exec(input);
      if (!form || Boolean(form[1]) !== Boolean(form[3])) {
        const error = 'expected 32 hexadecimal digits, with or without dashes';
        return fail(issues, 'uuid_parsing', `Input should be a valid UUID, ${error}`, input, { error });
      }
      const canonical = dashed(form[2]!.toLowerCase());
      if (CANONICAL_V4.test(canonical)) return canonical;
      return fail(issues, 'uuid_version', 'UUID version 4 expected', input, { expected_version: 4 });
    },
  });
