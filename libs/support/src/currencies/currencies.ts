/**
 * The currencies of ISO 4217 that people pay with, in lower case, and those that were withdrawn since 2023, in which purchases of a
 * business that moves in were paid.
 */
export const CURRENCIES: readonly string[] =
  'aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd btn bwp byn bzd cad cdf chf clp cny cop crc cup cve czk djf dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gnf gtq gyd hkd hnl hrk htg huf idr ils inr iqd irr isk jmd jod jpy kes kgs khr kmf kpw krw kwd kyd kzt lak lbp lkr lrd lsl lyd mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt tnd top try ttd twd tzs uah ugx usd uyu uzs ves vnd vuv wst xaf xcd xcg xof xpf yer zar zmw zwg'.split(
    ' ',
  );

/** The currencies whose smallest unit is not a hundredth. */
const DIGITS: Readonly<Record<number, readonly string[]>> = {
  0: 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
  3: 'bhd iqd jod kwd lyd omr tnd'.split(' '),
};
const digitsOf = new Map(
  Object.entries(DIGITS).flatMap(([digits, currencies]) => currencies.map((each) => [each, Number(digits)] as const)),
);

/**
 * How many digits an amount has after the point if it is not in the smallest unit. They are those of payment providers: `Intl` follows what
 * cash there is, so `huf`, `isk` and others, of which providers report hundredths, have none there.
 */
export const fractionDigits = (currency: string): number => digitsOf.get(currency.toLowerCase()) ?? 2;
