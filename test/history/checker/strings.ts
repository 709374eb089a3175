import { certainlyAfter, earliest, type Selection } from './select.ts';

/** All that is wrong with the strings of a key that is rotated and revoked. */
export function stringViolations(operations: Selection): string[] {
  const revocations = operations.possible('revoke');
  const rotations = operations.possible('rotate');
  /** What makes a string invalid. */
  const endsOf = (string: number) => [...revocations, ...rotations.filter(({ input }) => input.string === string)];
  return [
    ...operations
      .done('use string')
      .filter(({ input, from }) => from > earliest(endsOf(input.string).map(certainlyAfter)))
      .map(({ input }) => `String ${input.string} was accepted after it was replaced or revoked`),
    ...operations
      .refused('use string')
      .filter(({ input, until }) => until < earliest(endsOf(input.string).map(({ from }) => from)))
      .map(({ input, code }) => `String ${input.string} was refused (${code}) before it was replaced or revoked`),
    ...operations
      .refused('rotate')
      .filter(({ until }) => until < earliest(revocations.map(({ from }) => from)))
      .map(({ input, code }) => `String ${input.string} could not be replaced (${code}) although the key was not revoked`),
    ...readViolations(operations),
  ];
}

function readViolations(operations: Selection): string[] {
  const read = operations.read('read string');
  if (!read) return ['Nothing was read in the end'];
  const revocations = operations.possible('revoke');
  const latest = Math.max(0, ...operations.done('rotate').map(({ input }) => input.string + 1));
  const isKnown = operations.all('rotate').every(({ outcome }) => outcome !== 'unknown');
  return [
    ...(read.isRevoked && revocations.length === 0 ? ['The key is revoked, but nobody asked for that'] : []),
    ...(!read.isRevoked && revocations.some(({ outcome }) => outcome === 'done') ? ['The revocation is lost'] : []),
    ...(isKnown && read.string !== latest ? [`The string is ${read.string} instead of ${latest}`] : []),
  ];
}
