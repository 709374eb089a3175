import { withDefault, object } from './composite.ts';
import { country } from './iso-codes.ts';
import type { Field, Infer } from './field.ts';
import { blankToNull } from './text.ts';

const line = () => withDefault(blankToNull({ max: 255 }), () => null);

const inUpperCase = (field: Field<string>): Field<string> => ({
  ...field,
  read: (input, issues) => field.read(typeof input === 'string' ? input.toUpperCase() : input, issues),
});

/** An address as it is sent; what is left out or blank is not known. */
export const AddressInput = object(
  {
    line1: line(),
    line2: line(),
    postal_code: line(),
    city: line(),
    state: line(),
    country: inUpperCase(country()),
  },
  'AddressInput',
);

export const addressFrom = ({ postal_code, ...rest }: Infer<typeof AddressInput>) => ({ ...rest, postalCode: postal_code });
