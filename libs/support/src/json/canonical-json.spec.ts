import { canonicalJson } from './canonical-json.ts';

test('the examples of RFC 8785', () => {
  const numbers = '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"literals":[null,true,false]}';
  expect(canonicalJson(JSON.parse(numbers))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
  );
  const names = {
    '€': 'Euro Sign',
    '\r': 'Carriage Return',
    דּ: 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\u{1F600}': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    ö: 'Latin Small Letter O With Diaeresis',
  };
  expect(canonicalJson(names)).toBe(
    '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","\u{1F600}":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
  );
});
