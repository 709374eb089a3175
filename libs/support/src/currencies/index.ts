export { minorUnits, typedAmount, wholeMinorUnits } from './amounts.ts';
export { CURRENCIES, fractionDigits } from './currencies.ts';
