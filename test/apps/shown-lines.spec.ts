import { shownLines } from '../../apps/process/index.ts';

test.each([
  ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
  ['\u001B[2Jcleared', ' [2Jcleared'],
  ['a\u0007\u0000\u009Bb', 'a   b'],
  ['\u202Egnp.exe\u2028', ' gnp.exe '],
  ['Grüße, 日本', 'Grüße, 日本'],
])('%j is shown as %j', (text, shown) => {
  expect(shownLines(text)).toBe(shown);
});
