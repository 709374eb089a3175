import { aFailedEvent } from '../../testing/failed-event.builder.ts';

test('an event that was given up is not retried until somebody asks for it', () => {
  const event = aFailedEvent().build();
  expect(event.snapshot.status).toBe('failed');
  event.retry();
  expect(event.snapshot.status).toBe('retry_requested');
});

test('asking again changes nothing', () => {
  const event = aFailedEvent().build();
  event.retry();
  event.retry();
  expect(event.snapshot.status).toBe('retry_requested');
  const retrying = aFailedEvent().retrying();
  retrying.retry();
  expect(retrying.snapshot.status).toBe('retrying');
});
