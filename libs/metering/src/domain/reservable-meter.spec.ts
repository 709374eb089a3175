import { MOST_RESERVATIONS } from '#support/reservations';
import { ReservableMeter, type ReservableMeterState } from './reservable-meter.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const aMeter = (state: Partial<ReservableMeterState> = {}) =>
  new ReservableMeter({ id: 'meter', balance: 10, isReservable: true, reservations: [], databaseTime: NOW, ...state });
const expiring = (expiresAt: string) => ({ id: expiresAt, units: 4, createdAt: '2026-03-01T11:00:00.000Z', expiresAt });

test('units are reserved until they are committed, in part, or released', () => {
  const meter = aMeter();
  const first = meter.reserve({ units: 6, seconds: 60 });
  expect(first).toMatchObject({ units: 6, createdAt: NOW.toISOString(), expiresAt: '2026-03-01T12:01:00.000Z' });
  expect(() => meter.reserve({ units: 5, seconds: 60 })).toThrow('Only 4 units of the balance are left.');
  expect(() => aMeter({ balance: 1 }).reserve({ units: 5, seconds: 60 })).toThrow('Only 1 unit of the balance is left.');
  const second = meter.reserve({ units: 4, seconds: 60 });
  expect(meter.current).toEqual({ customerMeterId: 'meter', balance: 10, reservedUnits: 10 });
  expect(() => meter.commit(first.id, 6.5)).toThrow('The reservation has 6.');
  meter.commit(first.id, 5.5);
  meter.release(second.id);
  expect(meter.current.reservedUnits).toBe(0);
  for (const settle of [() => meter.commit(first.id, 0), () => meter.release(second.id)]) {
    expect(settle).toThrow(expect.objectContaining({ code: 'RESERVATION_NOT_FOUND' }));
  }
});

test('a reservation ends at exactly its expiry', () => {
  const meter = aMeter({ reservations: [expiring('2026-03-01T12:00:00.000Z'), expiring('2026-03-01T12:00:00.001Z')] });
  expect(meter.current.reservedUnits).toBe(4);
  expect(() => meter.release('2026-03-01T12:00:00.000Z')).toThrow(expect.objectContaining({ code: 'RESERVATION_NOT_FOUND' }));
});

test.each([
  ['USAGE_LIMIT_EXCEEDED', { balance: -3 }],
  ['METER_NOT_RESERVABLE', { isReservable: false }],
  [
    'RESERVATION_LIMIT_REACHED',
    { balance: 1000, reservations: Array<ReturnType<typeof expiring>>(MOST_RESERVATIONS).fill(expiring('2026-03-02T00:00:00Z')) },
  ],
])('%s', (code, state) => {
  expect(() => aMeter(state).reserve({ units: 1, seconds: 60 })).toThrow(expect.objectContaining({ code }));
});
