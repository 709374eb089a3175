import { wholeMinorUnits } from '../../libs/support/src/currencies/amounts.ts';
import { formatsOf } from '../../apps/web/i18n/formats.ts';

test('prices of a unit are written with all their digits', () => {
  const { money, preciseMoney } = formatsOf('en-GB');
  expect(money(2900, 'usd')).toBe('US$29.00');
  expect(preciseMoney('2900', 'usd')).toBe('US$29.00');
  expect(preciseMoney('0.25', 'usd')).toBe('US$0.0025');
  expect(preciseMoney('0.5', 'kwd')).toBe('KWD\u00a00.0005');
});

test('amounts have the digits that providers report', () => {
  const { money } = formatsOf('en-GB');
  expect([money(1234, 'kwd'), money(4950, 'huf'), money(500, 'jpy')]).toEqual(['KWD\u00a01.234', 'HUF\u00a049.50', 'JP¥500']);
});

test('an amount is typed as its language writes it, and read again', () => {
  for (const [locale, typed] of [
    ['en-US', '1234.50'],
    ['de-DE', '1234,50'],
  ] as const) {
    expect(formatsOf(locale).typedMoney(123_450, 'eur')).toBe(typed);
    expect(wholeMinorUnits(typed, 'eur')).toBe(123_450);
  }
});
