import { amountFormOf, dayOrderOf, isUnlimited, readAmount, readDate, readDigits, readNumber, UnreadableCell } from './index.ts';

const problemOf = (read: () => unknown): string => {
  try {
    return `read as ${String(read())}`;
  } catch (error) {
    if (error instanceof UnreadableCell) return error.problem;
    throw error;
  }
};

describe('a date', () => {
  test.each([
    ['2030-12-31', '2030-12-31'],
    ['2030-12-31 10:00:00', '2030-12-31 10:00:00'],
    ['2030-12-31T10:00:00+02:00', '2030-12-31T10:00:00+02:00'],
    ['1924905600', '1924905600'],
    ['1924905600000', '1924905600000'],
    ['47848', '2030-12-31'],
    ['47848.5', '2030-12-31T12:00:00.000Z'],
    ['47848,75', '2030-12-31T18:00:00.000Z'],
    ['60', 'date_unknown'],
    ['31.12.2030', '2030-12-31'],
    ['1.2.2030', '2030-02-01'],
    ['1. 2. 2030', '2030-02-01'],
    ['31.12.2030 9:05', '2030-12-31T09:05:00Z'],
    ['2030/12/31', '2030-12-31'],
    ['31.02.2030', 'date_unknown'],
    ['31.12.30', 'date_unknown'],
    ['12.31.2030', 'date_unknown'],
    ['0', 'date_of_nothing'],
    ['0000-00-00 00:00:00', 'date_of_nothing'],
    ['0,0', 'date_of_nothing'],
    ['3/4/2030', 'date_order_unknown'],
    ['yesterday', 'date_unknown'],
    ['-1', 'date_unknown'],
    ['1e3', 'date_unknown'],
  ])('%s is %s', (cell, expected) => expect(problemOf(() => readDate(cell, null)).replace(/^read as /, '')).toBe(expected));

  test('with slashes is read in the order that the column has, or that somebody says', () => {
    expect(dayOrderOf(['3/4/2030', '31/12/2030', ''])).toBe('day_first');
    expect(dayOrderOf(['3/4/2030', '12/31/2030 10:00'])).toBe('month_first');
    expect(dayOrderOf(['31/12/2030', '12/31/2030'])).toBeNull();
    expect(dayOrderOf(['3/4/2030', '31.12.2030'])).toBeNull();
    expect([readDate('3/4/2030', 'day_first'), readDate('3/4/2030', 'month_first')]).toEqual(['2030-04-03', '2030-03-04']);
    expect(problemOf(() => readDate('12/31/2030', 'day_first'))).toBe('date_unknown');
  });

  test('may say that there is no end', () => {
    expect(['Never', 'lifetime', '0', ''].map(isUnlimited)).toEqual([true, true, false, false]);
  });
});

describe('an amount', () => {
  test.each([
    [['4900', '100'], 'minor_units'],
    [['49.00', '100'], 'decimal_point'],
    [['49,5', '1.234,00'], 'decimal_comma'],
    [['$1,234.50', '1,234'], 'decimal_point'],
    [['1 234,50 €', "1'234"], 'decimal_comma'],
    [['1,234'], null],
    [['1.234'], null],
    [['49.00', '49,00'], null],
    [['free', '49.00'], 'decimal_point'],
    [[], 'minor_units'],
  ] as const)('a column of %j has the form %s', (cells, form) => expect(amountFormOf(cells)).toBe(form));

  test.each([
    ['4900', 'minor_units', 'usd', 4900],
    ['49.00', 'minor_units', 'usd', 'amount_unknown'],
    ['1e3', 'minor_units', 'usd', 'amount_unknown'],
    ['-5', 'minor_units', 'usd', 'amount_unknown'],
    ['49.00', 'decimal_point', 'usd', 4900],
    ['49', 'decimal_point', 'USD', 4900],
    ['49.5', 'decimal_point', 'usd', 4950],
    ['1,234.50', 'decimal_point', 'usd', 123_450],
    ['$49.00', 'decimal_point', 'usd', 4900],
    ['USD 49.00', 'decimal_point', 'usd', 4900],
    ['$49.00', 'decimal_point', 'eur', 'amount_unknown'],
    ['49,00', 'decimal_point', 'usd', 'amount_unknown'],
    ['49,00 €', 'decimal_comma', 'eur', 4900],
    ['1.234,56', 'decimal_comma', 'eur', 123_456],
    ['1.234', 'decimal_point', 'kwd', 1234],
    ['1.2345', 'decimal_point', 'kwd', 'amount_too_precise'],
    ['1.2300', 'decimal_point', 'usd', 123],
    ['49.999', 'decimal_point', 'usd', 'amount_too_precise'],
    ['4900', 'decimal_point', 'jpy', 4900],
    ['4900.00', 'decimal_point', 'jpy', 4900],
    ['49.00', 'decimal_point', undefined, 'amount_without_currency'],
    ['49.00', null, 'usd', 'amount_form_unknown'],
  ] as const)('%s in the form %s in %s is %s', (cell, form, currency, expected) => {
    const found = problemOf(() => readAmount(cell, form, currency)).replace(/^read as /, '');
    expect(found).toBe(String(expected));
  });
});

test('a whole number has no separators, and one that was shortened is none', () => {
  expect(['5', '5.0', '5,00'].map(readNumber)).toEqual([5, 5, 5]);
  expect(['1.000', '1,000', '-1', '1e3', '5.5', ''].map((cell) => problemOf(() => readNumber(cell)))).toEqual(
    Array.from({ length: 6 }, () => 'number_unknown'),
  );
  expect([readDigits('1234567890123456'), readDigits('KEY-1E+5')]).toEqual(['1234567890123456', 'KEY-1E+5']);
  expect(['1.23457E+15', '1,2E+20', '1E+15'].map((cell) => problemOf(() => readDigits(cell)))).toEqual(
    Array.from({ length: 3 }, () => 'number_shortened'),
  );
});
