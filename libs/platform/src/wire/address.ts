import { unknownStateOf, withKnownState } from '#support/addresses';
import { withDefault, object } from './composite.ts';
import { country } from './iso-codes.ts';
import { defineField, fail, type Field, type Infer } from './field.ts';
import { blankToNull } from './text.ts';

const line = () => withDefault(blankToNull({ max: 255 }), () => null);

const inUpperCase = (field: Field<string>): Field<string> =>
  defineField<string>({
    ...field,
    read: (input, issues) => field.read(typeof input === 'string' ? input.toUpperCase() : input, issues),
  });

const Address = object(
  {
    line1: line(),
    line2: line(),
    postal_code: line(),
    city: line(),
    state: line(),
    country: inUpperCase(country()),
  },
  'AddressInput',
  {
    line1: { text: 'The first line of the address.', example: '1 Main Street' },
    line2: 'The second line of the address.',
    postal_code: { text: 'The postal code.', example: '10115' },
    city: { text: 'The city.', example: 'Berlin' },
    state: 'The state or province. For the US and Canada an ISO 3166-2 code: `US-NY` or `NY`.',
    country: 'The country (ISO 3166-1 alpha-2), in any case.',
  },
);

type Address = Infer<typeof Address>;

export const addressFrom = ({ postal_code, ...rest }: Address) => ({ ...rest, postalCode: postal_code });

/** An address in a request. Lines that are left out or blank are `null`. */
export const AddressInput: Field<Address> = defineField({
  ...Address,
  read: (input, issues) => {
    const before = issues.length;
    const address = Address.read(input, issues);
    const isUnknown = issues.length === before && withKnownState(addressFrom(address)) === undefined;
    return isUnknown ? fail(issues, 'value_error', unknownStateOf(address), input, { error: {} }) : address;
  },
});
