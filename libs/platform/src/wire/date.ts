import { defineField, fail, type Field } from './field.ts';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it is a day of the calendar. `Date` takes February 30 for a day in March. */
const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** The years between two days, as far as a pattern can say them: by the digits that all of them begin with. */
function patternOfYears(first: string, last: string): string {
  let common = 0;
  while (common < 4 && first[common] === last[common]) common++;
  return `^${first.slice(0, common)}\\d{${4 - common}}-\\d{2}-\\d{2}$`;
}

/** A day of the calendar, within bounds that are days themselves. */
export const date = ({ ge, le }: { readonly ge: string; readonly le: string }): Field<string> =>
  defineField({
    schema: { type: 'string', format: 'date', pattern: patternOfYears(ge, le) },
    read: (input, issues) => {
      if (typeof input !== 'string') return fail(issues, 'date_type', 'Input should be a valid date', input);
      if (!DATE.test(input) || !isDay(input))
        return fail(issues, 'date_parsing', 'Input should be a valid date, such as 2026-01-31', input);
      if (input < ge) return fail(issues, 'greater_than_equal', `Input should be greater than or equal to ${ge}`, input, { ge });
      if (input > le) return fail(issues, 'less_than_equal', `Input should be less than or equal to ${le}`, input, { le });
      return input;
    },
  });
