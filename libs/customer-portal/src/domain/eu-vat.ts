import * as at from 'stdnum/lib/cjs/at/uid.js';
import * as be from 'stdnum/lib/cjs/be/vat.js';
import * as bgCitizen from 'stdnum/lib/cjs/bg/egn.js';
import * as bgForeigner from 'stdnum/lib/cjs/bg/pnf.js';
import * as cy from 'stdnum/lib/cjs/cy/vat.js';
import * as cz from 'stdnum/lib/cjs/cz/dic.js';
import * as birthNumber from 'stdnum/lib/cjs/cz/rc.js';
import * as de from 'stdnum/lib/cjs/de/vat.js';
import * as dk from 'stdnum/lib/cjs/dk/cvr.js';
import * as ee from 'stdnum/lib/cjs/ee/kmkr.js';
import * as es from 'stdnum/lib/cjs/es/nif.js';
import * as fi from 'stdnum/lib/cjs/fi/alv.js';
import * as fr from 'stdnum/lib/cjs/fr/tva.js';
import * as gb from 'stdnum/lib/cjs/gb/vat.js';
import * as gr from 'stdnum/lib/cjs/gr/vat.js';
import * as hr from 'stdnum/lib/cjs/hr/oib.js';
import * as hu from 'stdnum/lib/cjs/hu/anum.js';
import * as ie from 'stdnum/lib/cjs/ie/vat.js';
import * as it from 'stdnum/lib/cjs/it/iva.js';
import * as lt from 'stdnum/lib/cjs/lt/pvm.js';
import * as lu from 'stdnum/lib/cjs/lu/tva.js';
import * as lv from 'stdnum/lib/cjs/lv/pvn.js';
import * as mt from 'stdnum/lib/cjs/mt/vat.js';
import * as nl from 'stdnum/lib/cjs/nl/btw.js';
import * as pl from 'stdnum/lib/cjs/pl/nip.js';
import * as pt from 'stdnum/lib/cjs/pt/nif.js';
import * as ro from 'stdnum/lib/cjs/ro/cif.js';
import * as se from 'stdnum/lib/cjs/se/vat.js';
import { bgCompany, bgOther, czSpecial, euOss, siVat, skCompany, type TaxNumberRule } from './tax-number-rules.ts';

interface Validator {
  validate(number: string): { readonly isValid: true; readonly compact: string } | { readonly isValid: false };
}

/** Validates with the library. `unless` matches invalid numbers that the library accepts; zeros only are rejected always. */
export const stdnum =
  ({ validate }: Validator, unless?: RegExp): TaxNumberRule =>
  (number) => {
    const result = validate(number);
    return result.isValid && /[1-9]/.test(result.compact) && !unless?.test(result.compact) ? result.compact : null;
  };

export const firstOf =
  (...rules: readonly TaxNumberRule[]): TaxNumberRule =>
  (number) => {
    for (const rule of rules) {
      const accepted = rule(number);
      if (accepted !== null) return accepted;
    }
    return null;
  };

/** Numbers of five characters belong to government departments and health authorities. */
export const gbVat = stdnum(gb, /^(?!GD|HA).{5}$/);

const bare =
  (rule: TaxNumberRule): TaxNumberRule =>
  (number) =>
    rule(number.slice(2).replace(/[\s./-]/g, ''));

const greek = stdnum(gr);

/** Rules by the required prefix. Greece has two prefixes; XI is Northern Ireland. */
const BY_PREFIX: { readonly [prefix: string]: TaxNumberRule } = {
  AT: stdnum(at),
  BE: stdnum(be),
  BG: bare(firstOf(bgCompany, stdnum(bgCitizen), stdnum(bgForeigner), bgOther)),
  CY: stdnum(cy, /^12/),
  CZ: firstOf(stdnum(cz, /^6\d{8}$/), bare(czSpecial)),
  DE: stdnum(de, /^0/),
  DK: stdnum(dk, /^0/),
  EE: stdnum(ee),
  EL: greek,
  ES: stdnum(es),
  FI: stdnum(fi),
  FR: stdnum(fr),
  GR: greek,
  HR: stdnum(hr),
  HU: stdnum(hu),
  IE: stdnum(ie),
  IT: stdnum(it),
  LT: stdnum(lt),
  LU: stdnum(lu),
  LV: stdnum(lv),
  MT: stdnum(mt),
  NL: stdnum(nl),
  PL: stdnum(pl),
  PT: stdnum(pt),
  RO: stdnum(ro),
  SE: stdnum(se),
  SI: bare(siVat),
  SK: bare(firstOf(stdnum(birthNumber), skCompany)),
  XI: bare(gbVat),
};

/** A number of any member state, independent of the country of the address; stored with its prefix. */
export const euVat: TaxNumberRule = (number) => {
  const value = number.trim().toUpperCase();
  const prefix = value.slice(0, 2);
  const accepted = BY_PREFIX[prefix]?.(value) ?? null;
  return accepted === null ? euOss(value) : prefix + accepted;
};
