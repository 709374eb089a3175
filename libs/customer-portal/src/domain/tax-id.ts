import { TAX_NUMBER_RULES } from './tax-numbers.ts';

export type TaxIdFormat = keyof typeof TAX_NUMBER_RULES;

/** A normalized number and its format. */
export type TaxId = readonly [number: string, format: TaxIdFormat];

/**
 * The formats of each country, the most likely first. Formats without a validation rule are left out, so countries without other
 * formats accept no tax id.
 */
const FORMATS: { readonly [country: string]: readonly TaxIdFormat[] } = {
  AD: ['ad_nrt'],
  AE: ['ae_trn'],
  AR: ['ar_cuit'],
  AU: ['au_abn'],
  BR: ['br_cnpj', 'br_cpf'],
  CA: ['ca_gst_hst', 'ca_bn'],
  CH: ['ch_uid', 'ch_vat'],
  CL: ['cl_tin'],
  CO: ['co_nit'],
  CR: ['cr_tin'],
  EC: ['ec_ruc'],
  GB: ['gb_vat'],
  GE: ['ge_vat'],
  HK: ['hk_br'],
  ID: ['id_npwp'],
  IL: ['il_vat'],
  IN: ['in_gst'],
  IS: ['is_vat'],
  JP: ['jp_cn'],
  KE: ['ke_pin'],
  KR: ['kr_brn'],
  MK: ['mk_vat'],
  MU: ['mu_tan'],
  MX: ['mx_rfc'],
  NO: ['no_vat'],
  PE: ['pe_ruc'],
  RS: ['rs_pib'],
  RU: ['ru_inn'],
  SG: ['sg_uen'],
  SV: ['sv_nit'],
  TH: ['th_vat'],
  TR: ['tr_tin'],
  TW: ['tw_vat'],
  US: ['us_ein'],
  UY: ['uy_ruc'],
  VE: ['ve_rif'],
  VN: ['vn_tin'],
  ...Object.fromEntries(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
      .split(' ')
      .map((country) => [country, ['eu_vat'] as const]),
  ),
};

/** The format of a number in a country; null if it is not a valid tax id there. */
export function resolveTaxId(number: string, country: string): TaxId | null {
  for (const format of FORMATS[country] ?? []) {
    const accepted = TAX_NUMBER_RULES[format](number);
    if (accepted !== null) return [accepted, format];
  }
  return null;
}
