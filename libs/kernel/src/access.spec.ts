import { Access } from './access.ts';
import { NotPermitted, ResourceNotFound } from './domain-error.ts';

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

test('whoever names an organization that is not visible is told what the refusal says, or that there is none', () => {
  const refused = new NotPermitted('Sign in otherwise.');
  const limited = new Access(['ours'], [], 'products', 'manage', [], (id) => (id === 'theirs' ? refused : undefined));
  limited.assertSees('ours');
  expect(() => limited.assertSees('theirs')).toThrow(refused);
  expect(() => limited.assertSees('unknown')).toThrow(ResourceNotFound);
  expect(() => limited.narrow(['ours', 'theirs'])).toThrow(refused);
  expect(limited.narrow(['unknown'])).toEqual([]);
});
