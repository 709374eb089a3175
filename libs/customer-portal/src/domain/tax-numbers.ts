import * as adNrt from 'stdnum/lib/cjs/ad/nrt.js';
import * as arCuit from 'stdnum/lib/cjs/ar/cuit.js';
import * as auAbn from 'stdnum/lib/cjs/au/abn.js';
import * as brCnpj from 'stdnum/lib/cjs/br/cnpj.js';
import * as brCpf from 'stdnum/lib/cjs/br/cpf.js';
import * as caBn from 'stdnum/lib/cjs/ca/bn.js';
import * as chUid from 'stdnum/lib/cjs/ch/uid.js';
import * as chVat from 'stdnum/lib/cjs/ch/vat.js';
import * as clTin from 'stdnum/lib/cjs/cl/rut.js';
import * as coNit from 'stdnum/lib/cjs/co/nit.js';
import * as crTin from 'stdnum/lib/cjs/cr/cpj.js';
import * as ecRuc from 'stdnum/lib/cjs/ec/ruc.js';
import * as ilVat from 'stdnum/lib/cjs/il/idnr.js';
import * as inGst from 'stdnum/lib/cjs/in/gstin.js';
import * as isVat from 'stdnum/lib/cjs/is/vsk.js';
import * as jpCn from 'stdnum/lib/cjs/jp/cn.js';
import * as kePin from 'stdnum/lib/cjs/ke/pin.js';
import * as krBrn from 'stdnum/lib/cjs/kr/brn.js';
import * as mkVat from 'stdnum/lib/cjs/mk/edb.js';
import * as mxRfc from 'stdnum/lib/cjs/mx/rfc.js';
import * as noVat from 'stdnum/lib/cjs/no/mva.js';
import * as peRuc from 'stdnum/lib/cjs/pe/ruc.js';
import * as rsPib from 'stdnum/lib/cjs/rs/pib.js';
import * as ruInn from 'stdnum/lib/cjs/ru/inn.js';
import * as sgUen from 'stdnum/lib/cjs/sg/uen.js';
import * as svNit from 'stdnum/lib/cjs/sv/nit.js';
import * as thVat from 'stdnum/lib/cjs/th/moa.js';
import * as trTin from 'stdnum/lib/cjs/tr/vkn.js';
import * as usEin from 'stdnum/lib/cjs/us/ein.js';
import * as uyRuc from 'stdnum/lib/cjs/uy/rut.js';
import * as veRif from 'stdnum/lib/cjs/ve/rif.js';
import * as vnTin from 'stdnum/lib/cjs/vn/mst.js';
import { euVat, gbVat, firstOf, stdnum } from './eu-vat.ts';
import {
  aeTrn,
  ecRucWithoutChecksum,
  geVat,
  hkBr,
  idNpwp,
  muTan,
  mxCompany,
  type TaxNumberRule,
  twVat,
} from './tax-number-rules.ts';

const stripped =
  (separators: RegExp, rule: TaxNumberRule): TaxNumberRule =>
  (number) =>
    rule(number.replace(separators, ''));

/** A business number with the program account for goods and services. Without the account it is a plain business number. */
const caGstHst: TaxNumberRule = (number) => {
  const value = stdnum(caBn)(number);
  return value?.length === 15 ? value : null;
};

/** The library returns the ten digits of a natural person; all thirteen digits are stored. */
const ecRucInFull: TaxNumberRule = (number) => (stdnum(ecRuc)(number) === null ? null : number);

/** Persons: letters of the name and the date of birth, with or without the suffix. */
const mxPerson: TaxNumberRule = (number) =>
  /^.{10}(?:[0-9A-Z]{3})?$/.test(number) && stdnum(mxRfc)(number.slice(0, 10)) !== null ? number : null;

const inNineDigits: TaxNumberRule = (number) => stdnum(ilVat)(number)?.padStart(9, '0') ?? null;

/** The validation rule of each supported format. A rule returns the number in its stored form. */
export const TAX_NUMBER_RULES = {
  ad_nrt: stdnum(adNrt),
  ae_trn: aeTrn,
  ar_cuit: stdnum(arCuit),
  au_abn: stdnum(auAbn),
  br_cnpj: stdnum(brCnpj),
  br_cpf: stdnum(brCpf),
  ca_bn: stdnum(caBn),
  ca_gst_hst: caGstHst,
  ch_uid: stdnum(chUid),
  ch_vat: stdnum(chVat),
  cl_tin: stripped(/\./g, stdnum(clTin)),
  co_nit: stdnum(coNit),
  cr_tin: stdnum(crTin),
  ec_ruc: stripped(/[\s.-]/g, firstOf(ecRucInFull, ecRucWithoutChecksum)),
  eu_vat: euVat,
  gb_vat: gbVat,
  ge_vat: geVat,
  hk_br: hkBr,
  id_npwp: idNpwp,
  il_vat: inNineDigits,
  in_gst: stdnum(inGst),
  is_vat: stdnum(isVat),
  jp_cn: stdnum(jpCn),
  ke_pin: stdnum(kePin),
  kr_brn: stdnum(krBrn),
  mk_vat: stdnum(mkVat),
  mu_tan: muTan,
  mx_rfc: (number) => stripped(/[\s_-]/g, firstOf(mxPerson, mxCompany))(number.toUpperCase()),
  no_vat: stdnum(noVat),
  pe_ruc: stdnum(peRuc),
  rs_pib: stdnum(rsPib),
  ru_inn: stdnum(ruInn),
  sg_uen: stdnum(sgUen),
  sv_nit: stdnum(svNit),
  th_vat: stdnum(thVat),
  tr_tin: stripped(/[\s.-]/g, stdnum(trTin)),
  tw_vat: twVat,
  us_ein: stdnum(usEin),
  uy_ruc: stdnum(uyRuc),
  ve_rif: stdnum(veRif),
  vn_tin: stdnum(vnTin),
} as const satisfies { readonly [format: string]: TaxNumberRule };
