import { unknownStateOf, withKnownState } from '#support/addresses';
import { withDefault, object } from './composite.ts';
import { defineField, fail, type Field, type Infer } from './field.ts';
import { blankToNull, oneOf } from './text.ts';
import { CURRENCIES } from '#support/currencies';

/** All codes of ISO 3166-1 alpha-2. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

const countryField = oneOf(COUNTRIES);

export const country = (): Field<string> =>
  defineField({ ...countryField, schema: { $id: 'CountryAlpha2', ...countryField.schema } });

const currencyField = oneOf(CURRENCIES);

export const currency = (): Field<string> =>
  defineField({ ...currencyField, schema: { $id: 'PresentmentCurrency', ...currencyField.schema } });

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
