import { localeOf } from './languages.ts';

test.each([
  [['de-AT'], 'de', 'de-AT'],
  [['de'], 'de', 'de-DE'],
  [['en'], 'en', 'en-GB'],
  [['en-US'], 'en', 'en-US'],
  [['ar'], 'ar', 'ar-u-ca-gregory-nu-latn'],
  [['ar-SA'], 'ar', 'ar-SA-u-ca-gregory-nu-latn'],
  // A language that the service does not have gives way to the next preference.
  [['fr-CA', 'de'], 'de', 'de-DE'],
  [[null, undefined, '', 'de-CH'], 'de', 'de-CH'],
  // Headers, by their weights.
  [['fr, en-US;q=0.5, de-CH;q=0.8'], 'de', 'de-CH'],
  [['en;q=0, de'], 'de', 'de-DE'],
  [['*'], 'en', 'en-GB'],
  [['de-DE-u-nu-thai'], 'de', 'de-DE'],
  [['not a tag!, ;;,q=;', 'de'], 'de', 'de-DE'],
  [[`${'x'.repeat(5000)},de`], 'en', 'en-GB'],
  [[], 'en', 'en-GB'],
])('%j are read as %s', (preferences, language, tag) => {
  expect(localeOf(...preferences)).toEqual({ language, tag });
});
