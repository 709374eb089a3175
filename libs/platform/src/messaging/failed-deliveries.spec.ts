import { ResourceNotFound } from '#kernel';
import { reasonOf } from './failed-deliveries.ts';

test.each([
  ['refused', new ResourceNotFound()],
  ['mail', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET', command: 'CONN' })],
  ['unavailable', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
  ['unexpected', new Error('The printer is on fire.')],
  ['unexpected', 'a text'],
  ['unexpected', null],
])('%s', (reason, error) => {
  expect(reasonOf(error)).toBe(reason);
});
