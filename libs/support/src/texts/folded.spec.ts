import { folded, spellingsOf } from './folded.ts';

test.each([
  ['JOSÉ Müller', 'jose muller'],
  ['Mu\u0308ller', 'muller'],
  ['Straße in Łódź, Ærø', 'strasse in lodz, aero'],
  ['Ёлка и йод', 'елка и иод'],
  ['ΟΔΌΣ', 'οδοσ'],
  ['한글 が', '한글 が'],
])('%j is %j without accents', (text, expected) => {
  expect(folded(text)).toBe(expected);
});

test.each([
  ['ada', ['ada']],
  ['Müller', ['muller', 'mueller']],
  ['Mueller', ['mueller', 'muller']],
  ['Samuel Mueller', ['samuel mueller', 'samuel muller', 'samul mueller', 'samul muller']],
])('%j may be written %j', (text, expected) => {
  expect(spellingsOf(text)).toEqual(expected);
});
