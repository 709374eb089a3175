export { CURRENCIES, fractionDigits } from './currencies.ts';
