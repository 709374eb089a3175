import { Access } from './access.ts';

const access = new Access(['ours', 'theirs'], [], 'products');

describe('narrow', () => {
  test('keeps the visible organizations among the named ones', () => {
    expect(access.narrow(['theirs', 'hidden'])).toEqual(['theirs']);
    expect(access.narrow(['hidden'])).toEqual([]);
  });

  test('is empty if no ids are named, and everything visible without a list of ids', () => {
    expect(access.narrow([])).toEqual([]);
    expect(access.narrow(undefined)).toEqual(['ours', 'theirs']);
  });
});
