import { ValidationFailed } from '#kernel';
import { MOST_DIFFERENT_TAGS, MOST_TAGS, RecordTags, tagIn, TooManyDifferentTags, toTag } from './tags.ts';

const RECORD = { organizationId: 'o', id: 'r', customerId: 'c' };
const NONE: ReadonlySet<string> = new Set();
const several = (count: number): string[] => Array.from({ length: count }, (_, index) => `tag ${index}`);

test('a tag is compared without case and surplus spaces', () => {
  expect(['  VIP ', 'Key   Account', 'Cafe\u0301', 'ÄRGER', '👍🏽'].map((text) => toTag(text))).toEqual([
    'vip',
    'key account',
    'caf\u00e9',
    'ärger',
    '👍🏽',
  ]);
  expect(toTag('😀'.repeat(40))).toHaveLength(80);
  expect(tagIn('  Key   Account')).toBe('key account');
});

test.each(['', '  ', 'a,b', 'a\u0007b', 'a\nb', 'x'.repeat(41)])('%j is no tag', (text) => {
  expect(() => toTag(text)).toThrow(ValidationFailed);
  expect(tagIn(text)).toBeUndefined();
});

test('a record has each tag once, in alphabetical order', () => {
  const tags = new RecordTags(RECORD, ['b'], NONE);
  tags.replace(['Beta', 'alpha', 'BETA ']);
  expect(tags.all).toEqual(['alpha', 'beta']);
  tags.add('alpha');
  tags.add('aa');
  tags.remove('beta');
  expect(tags.all).toEqual(['aa', 'alpha']);
});

test('a record has a limited number of tags, and so have all records together', () => {
  const tags = new RecordTags(RECORD, ['old'], NONE);
  expect(() => tags.replace(several(MOST_TAGS + 1))).toThrow(ValidationFailed);
  expect(() => tags.replace(['new', 'a,b'])).toThrow('no commas');
  expect(tags.all).toEqual(['old']);
  tags.replace(several(MOST_TAGS));
  expect(tags.canAdd('another')).toBe(false);

  const full = new RecordTags(RECORD, [], new Set(several(MOST_DIFFERENT_TAGS)));
  expect(() => full.replace(['tag 1', 'another'])).toThrow(TooManyDifferentTags);
  full.replace(['tag 1', 'TAG 2']);
  expect([full.all, full.canAdd('tag 3'), full.canAdd('another')]).toEqual([['tag 1', 'tag 2'], true, false]);
});
