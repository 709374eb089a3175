import fc from 'fast-check';
import { resolveTaxId, type TaxIdFormat } from './tax-id.ts';

type Row = [country: string, number: string, kept: string, format: TaxIdFormat];

/** As they are written down: with separators, prefixes, in another alphabet. */
const ACCEPTED: Row[] = [
  ['GB', 'GB980780684', '980780684', 'gb_vat'],
  ['GB', '980 7806 84', '980780684', 'gb_vat'],
  ['GB', 'GD001', 'GD001', 'gb_vat'],
  ['GB', 'HA500', 'HA500', 'gb_vat'],
  ['FR', 'FR61954506077', 'FR61954506077', 'eu_vat'],
  ['FR', 'FR00300076965', 'FR00300076965', 'eu_vat'],
  ['FR', ' fr 61 954 506 077 ', 'FR61954506077', 'eu_vat'],
  ['DE', 'DE114103379', 'DE114103379', 'eu_vat'],
  ['US', '91-1144442', '911144442', 'us_ein'],
  ['CA', '234567899 RT0001', '234567899RT0001', 'ca_gst_hst'],
  ['CA', '234567899', '234567899', 'ca_bn'],
  ['CH', 'CHE-107.787.577', 'CHE107787577', 'ch_uid'],
  ['CH', 'CHE-107.787.577 IVA', 'CHE107787577IVA', 'ch_vat'],
  ['CL', '12.531.909-2', '125319092', 'cl_tin'],
  ['EC', '1792060346-001', '1792060346001', 'ec_ruc'],
  ['EC', '1793213150001', '1793213150001', 'ec_ruc'],
  ['EC', '1714307103001', '1714307103001', 'ec_ruc'],
  ['CO', '213.123.432-1', '2131234321', 'co_nit'],
  ['TR', '4540536920', '4540536920', 'tr_tin'],
  ['IN', '27AAPFU0939F1ZV', '27AAPFU0939F1ZV', 'in_gst'],
  ['VN', '0100233488', '0100233488', 'vn_tin'],
  ['AE', '104 479 084 600 003', '104479084600003', 'ae_trn'],
  ['AE', '104-479.084-600.003', '104479084600003', 'ae_trn'],
  ['IL', '516179157', '516179157', 'il_vat'],
  ['IL', '3933742-3', '039337423', 'il_vat'],
  ['MK', 'MK4057009501106', '4057009501106', 'mk_vat'],
  ['MK', 'МК4057009501106', '4057009501106', 'mk_vat'],
  ['GE', 'ge123456789', '123456789', 'ge_vat'],
  ['GE', '12345678901', '12345678901', 'ge_vat'],
  ['MU', '28392339', '28392339', 'mu_tan'],
  ['TW', '22099131', '22099131', 'tw_vat'],
  ['TW', '62140097', '62140097', 'tw_vat'],
  ['TW', '6214-0097', '62140097', 'tw_vat'],
  ['CR', '3-101-356876', '3101356876', 'cr_tin'],
  ['UY', '21-100342-001-7', '211003420017', 'uy_ruc'],
  ['UY', 'UY 21 140634 001 1', '211406340011', 'uy_ruc'],
  ['HK', '1234567(8)', '12345678', 'hk_br'],
  ['AD', 'U-132950-X', 'U132950X', 'ad_nrt'],
  ['AR', '20-05536168-2', '20055361682', 'ar_cuit'],
  ['AU', '51 824 753 556', '51824753556', 'au_abn'],
  ['BR', '16.727.230/0001-97', '16727230000197', 'br_cnpj'],
  ['BR', '390.533.447-05', '39053344705', 'br_cpf'],
  ['ID', '01.312.166.0-091.000', '013121660091000', 'id_npwp'],
  ['ID', '0013121660091000', '0013121660091000', 'id_npwp'],
  ['ID', '3171015201900001', '3171015201900001', 'id_npwp'],
  ['IS', 'IS 00621', '00621', 'is_vat'],
  ['JP', '5-8356-7825-6246', '5835678256246', 'jp_cn'],
  ['KE', 'P051365947M', 'P051365947M', 'ke_pin'],
  ['KR', '116-82-00276', '1168200276', 'kr_brn'],
  ['MX', 'GODE 561231 GR8', 'GODE561231GR8', 'mx_rfc'],
  ['MX', 'MAB-930714-8T4', 'MAB9307148T4', 'mx_rfc'],
  ['MX', 'VACE-460910-SX6', 'VACE460910SX6', 'mx_rfc'],
  ['MX', 'comg-600703', 'COMG600703', 'mx_rfc'],
  ['NO', 'NO 995 525 828 MVA', '995525828MVA', 'no_vat'],
  ['PE', '20512333797', '20512333797', 'pe_ruc'],
  ['RS', '101134702', '101134702', 'rs_pib'],
  ['RU', '1234567894', '1234567894', 'ru_inn'],
  ['RU', '123456789047', '123456789047', 'ru_inn'],
  ['SG', '00192200M', '00192200M', 'sg_uen'],
  ['SV', 'SV 0614-050707-104-8', '06140507071048', 'sv_nit'],
  ['TH', '0 99 4 000 61772 1', '0994000617721', 'th_vat'],
  ['VE', 'V-11470283-4', 'V114702834', 've_rif'],
];

const REFUSED: [country: string, number: string][] = [
  ['FR', '123'],
  ['FR', '61954506077'],
  ['FR', 'FR11111111111'],
  ['FR', 'GB980780684'],
  ['FR', '980780684'],
  ['FR', 'FRFR61954506077'],
  ['FR', ''],
  ['US', '91-114444'],
  ['US', '001144442'],
  ['XX', '911144442'],
  ['', '911144442'],
  ['AE', '10447908460000A'],
  ['AE', '10447908460000'],
  ['AE', '1044790846000034'],
  ['IL', '516179150'],
  ['IL', '5161791570'],
  ['IL', '000000000'],
  ['CO', '213.123.432-2'],
  ['EC', '1714307104001'],
  ['EC', '1760001652001'],
  ['EC', '1793213150002'],
  ['EC', '2593213150001'],
  ['MK', '4057009501107'],
  ['GE', '12345678'],
  ['GE', '1234567890'],
  ['GE', '123456789012'],
  ['MU', '88392339'],
  ['TW', '62140098'],
  ['CR', '1-101-356876'],
  ['CR', '01-0913-0259'],
  ['UY', '21-100342-001-8'],
  ['HK', '1234567'],
  ['GB', '12345'],
  ['GB', 'AB123'],
  ['GB', 'GD500'],
  ['GB', 'HA499'],
  ['BR', '00000000000000'],
  ['BR', '00000000000'],
  ['CA', '234567898'],
  ['MX', 'MAB-931314-8T4'],
  ['MX', 'BUEI 561231 GR8'],
  ['ID', '01.312.166.1-091.000'],
  ['ID', '3171013301900001'],
  ['NO', '995525828'],
];

describe('a tax id', () => {
  test.each(ACCEPTED)('of %s, entered as %s, is stored as %s with the format %s', (country, number, kept, format) => {
    expect(resolveTaxId(number, country)).toEqual([kept, format]);
    expect(resolveTaxId(kept, country)?.[1] ?? null).toBe(format);
  });

  test.each(REFUSED)('of %s rejects %j', (country, number) => {
    expect(resolveTaxId(number, country)).toBeNull();
  });

  test.each('BH BO CN DO EG KZ LI MY NG NZ OM PH SA UA ZA AQ'.split(' '))('is not supported in %s', (country) => {
    for (const [, number] of ACCEPTED) expect(resolveTaxId(number, country)).toBeNull();
  });

  test('is accepted or rejected without an exception for any text', () => {
    const countries = [...new Set(ACCEPTED.map(([country]) => country)), 'AT'];
    const pieces = fc.oneof(fc.constantFrom(...ACCEPTED.map(([, number]) => number)), fc.string({ unit: 'binary' }));
    const resolve = (number: string, at: number, noise: string): void => {
      for (const country of countries) resolveTaxId(number.slice(0, at) + noise + number.slice(at), country);
    };
    const anything = fc.property(pieces, fc.nat(20), fc.string({ unit: 'binary', maxLength: 3 }), resolve);
    expect(() => fc.assert(anything, { numRuns: 300 })).not.toThrow();
  });
});

/** One of each member state, and one of its own rules that only it has. */
const EUROPE: [good: string, bad: string][] = [
  ['ATU13585627', 'ATU13585626'],
  ['BE0428759497', 'BE0428759498'],
  ['BG175074752', 'BG175074751'],
  ['BG7523169263', 'BG7523169260'],
  ['CY10259033P', 'CY10259033Z'],
  ['CZ25123891', 'CZ25123890'],
  ['CZ640903926', 'CZ640903925'],
  ['CZ7103192745', 'CZ7103192746'],
  ['DE136695976', 'DE136695978'],
  ['DK13585628', 'DK13585627'],
  ['EE100931558', 'EE100594103'],
  ['ESJ99216582', 'ESJ99216583'],
  ['ES54362315K', 'ES54362315Z'],
  ['ESX2482300W', 'ESX2482300A'],
  ['ESM1234567L', 'ESM1234567A'],
  ['FI20774740', 'FI20774741'],
  ['FRK7399859412', 'FRIO334175221'],
  ['EL094259216', 'EL123456781'],
  ['GR094259216', 'GR123456781'],
  ['HR33392005961', 'HR33392005962'],
  ['HU12892312', 'HU12892313'],
  ['IE6433435F', 'IE6433435E'],
  ['IE6433435OA', 'IE6433435IA'],
  ['IT00743110157', 'IT00743110158'],
  ['LT119511515', 'LT100001919018'],
  ['LU15027442', 'LU15027443'],
  ['LV40003521600', 'LV40003521601'],
  ['MT11679112', 'MT11679113'],
  ['NL004495445B01', 'NL123456790B90'],
  ['PL8567346215', 'PL8567346216'],
  ['PT501964843', 'PT501964842'],
  ['RO18547290', 'RO18547291'],
  ['SE123456789701', 'SE123456789101'],
  ['SI50223054', 'SI50223055'],
  ['SK2022749619', 'SK2022749618'],
  ['XI980780684', 'XI980780685'],
  ['EU372022452', 'EU999022452'],
  ['IM3720224527', 'IN3720224527'],
];

describe('in the European Union', () => {
  test.each(EUROPE)('%s is accepted in every member state and stored unchanged, %s is rejected', (good, bad) => {
    for (const country of ['AT', 'FR', 'GR', 'SK']) {
      expect(resolveTaxId(good, country)).toEqual([good, 'eu_vat']);
      expect(resolveTaxId(bad, country)).toBeNull();
    }
    expect(resolveTaxId(good.slice(2), 'FR')).toBeNull();
  });

  test.each([['CY12259033P'], ['DE036695976'], ['DK03585628'], ['SI00223054'], ['SK1010000000']])('%s is rejected', (number) => {
    expect(resolveTaxId(number, 'AT')).toBeNull();
  });
});
