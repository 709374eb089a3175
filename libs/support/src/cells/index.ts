export { type AmountForm, AMOUNT_FORMS, amountFormOf, readAmount } from './amounts.ts';
export { CELL_PROBLEMS, UnreadableCell } from './cell-problems.ts';
export { DAY_ORDERS, type DayOrder, dayOrderOf, readDate } from './dates.ts';
export { readDigits, readNumber } from './numbers.ts';
export { isUnlimited, UNLIMITED_ACTIVATIONS } from './unlimited.ts';
