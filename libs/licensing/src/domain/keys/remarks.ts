import { emptyAsNull, fieldsIn, type Remarks } from './license-key-fields.ts';

const REMARKS = fieldsIn('remark');

/** The remarks that are given. Maps without pairs remove what was there. */
export const remarksIn = (given: Partial<Remarks>): Partial<Remarks> =>
  Object.fromEntries(
    REMARKS.filter((name) => given[name] !== undefined).map((name) => [name, emptyAsNull(given[name])]),
  ) as Partial<Remarks>;

/** Terms as they are stored, the remarks last. */
export const storedTerms = <Terms extends Partial<Remarks>>(terms: Terms): Terms => {
  const others = Object.entries(terms).filter(([name]) => !(REMARKS as readonly string[]).includes(name));
  return Object.fromEntries([...others, ...Object.entries(remarksIn(terms))]) as Terms;
};
