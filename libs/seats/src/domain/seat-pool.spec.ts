import { newId } from '#kernel';
import { aMember, aSeatPool, digestOf, hoursAfterNow, NOW, to } from '../../testing/seat-pool.builder.ts';
import type { SeatState } from './seat-pool-state.ts';
import type { SeatPool } from './seat-pool.ts';

const seatOf = (pool: SeatPool, index = 0): Readonly<SeatState> => pool.snapshot.seats[index]!;

const eventNames = (pool: SeatPool): string[] => pool.pullEvents().map(({ name }) => name);
const errorName = (act: () => unknown): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as Error).constructor.name;
  }
};
const TOKEN = digestOf('token');

describe('assigning', () => {
  test('creates a pending seat with an invitation for 24 hours, without a token', () => {
    const pool = aSeatPool().of(2).pool();
    const ada = aMember();
    const [seat] = pool.assign([to(ada, { team: 'core' })], NOW);
    expect(seat).toMatchObject({
      ...ada,
      status: 'pending',
      customerId: pool.customerId,
      invitation: 1,
      invitationDigest: null,
      invitationTokenExpiresAt: hoursAfterNow(24),
      metadata: { team: 'core' },
      claimedAt: null,
      modifiedAt: null,
    });
    expect([pool.assigned, eventNames(pool), pool.pullChangedSeats()]).toEqual([
      1,
      ['customer_seat.assigned', 'customer_seat.invited'],
      [seat],
    ]);
    expect(pool.pullChangedSeats()).toEqual([]);
  });

  test('with immediate claim claims the seat and invites nobody', () => {
    const pool = aSeatPool().pool();
    const [seat] = pool.assignClaimed([to(aMember())], NOW);
    expect(seat).toMatchObject({ status: 'claimed', claimedAt: NOW, invitation: 0, invitationTokenExpiresAt: null });
    expect(eventNames(pool)).toEqual(['customer_seat.claimed']);
  });

  test('never exceeds the capacity, pending and claimed seats together', () => {
    const pool = aSeatPool().of(2).pool();
    pool.assign([to(aMember())], NOW);
    pool.assignClaimed([to(aMember())], NOW);
    expect(errorName(() => pool.assign([to(aMember())], NOW))).toBe('SeatNotAvailable');
    expect(errorName(() => pool.assignClaimed([to(aMember())], NOW))).toBe('SeatNotAvailable');
    expect(pool.assigned).toBe(2);
  });

  test('rejects a second seat for the same member or address; a full pool reports that first', () => {
    const ada = aMember('Ada@acme.example');
    const { pool } = aSeatPool().of(2).assignedTo(ada);
    expect(errorName(() => pool.assign([to(ada)], NOW))).toBe('SeatAlreadyAssigned');
    expect(errorName(() => pool.assign([to({ ...ada, email: 'other@acme.example' })], NOW))).toBe('SeatAlreadyAssigned');
    expect(errorName(() => pool.assign([to(aMember('ada@ACME.example'))], NOW))).toBe('SeatAlreadyAssigned');
    pool.assign([to(aMember())], NOW);
    expect(errorName(() => pool.assign([to(ada)], NOW))).toBe('SeatNotAvailable');
  });

  test('assigns all seats or none', () => {
    const pool = aSeatPool().of(3).pool();
    const [ada, grace] = [aMember(), aMember()];
    expect(errorName(() => pool.assign([to(ada), to(grace), to(ada)], NOW))).toBe('SeatAlreadyAssigned');
    expect(
      errorName(() =>
        pool.assign(
          [ada, grace, aMember(), aMember()].map((each) => to(each)),
          NOW,
        ),
      ),
    ).toBe('SeatNotAvailable');
    expect([pool.assigned, eventNames(pool), pool.pullChangedSeats(), pool.snapshot.seats]).toEqual([0, [], [], []]);
    expect(pool.assign([to(ada), to(grace)], NOW).map(({ email }) => email)).toEqual([ada.email, grace.email]);
  });

  test('reuses a revoked seat', () => {
    const { pool, seats } = aSeatPool().of(1).assignedTo(aMember());
    pool.revoke(seats[0]!.id, NOW);
    const grace = aMember();
    const [again] = pool.assign([to(grace)], hoursAfterNow(1));
    expect(again).toMatchObject({
      ...grace,
      id: seats[0]!.id,
      status: 'pending',
      invitation: 2,
      revokedAt: null,
      modifiedAt: hoursAfterNow(1),
    });
    expect(pool.snapshot.seats).toHaveLength(1);
  });
});

describe('claiming', () => {
  test('accepts the token once', () => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    pool.invite(seats[0]!.id, TOKEN, NOW);
    expect(pool.claim([digestOf('older key'), TOKEN], hoursAfterNow(1))).toMatchObject({
      status: 'claimed',
      claimedAt: hoursAfterNow(1),
      invitationDigest: null,
      invitationTokenExpiresAt: hoursAfterNow(24),
      modifiedAt: hoursAfterNow(1),
    });
    expect([eventNames(pool), pool.assigned]).toEqual([['customer_seat.claimed'], 1]);
    expect(errorName(() => pool.claim([TOKEN], hoursAfterNow(1)))).toBe('InvalidInvitationToken');
  });

  test.each<[string, (pool: SeatPool, id: string) => void, number]>([
    ['nobody was given', () => undefined, 0],
    ['has expired', (pool, id) => pool.invite(id, TOKEN, NOW), 24],
    ['was replaced', (pool, id) => [pool.invite(id, TOKEN, NOW), pool.invite(id, digestOf('other'), NOW)], 0],
    ['was replaced by one that is on its way', (pool, id) => [pool.invite(id, TOKEN, NOW), pool.resend(id, NOW)], 0],
    ['is of a revoked seat', (pool, id) => [pool.invite(id, TOKEN, NOW), pool.revoke(id, NOW)], 0],
  ])('rejects a token that %s, and changes nothing', (_, before, hours) => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    before(pool, seats[0]!.id);
    const unchanged = pool.snapshot;
    pool.pullEvents();
    expect(errorName(() => pool.claim([TOKEN], hoursAfterNow(hours)))).toBe('InvalidInvitationToken');
    expect([pool.snapshot, eventNames(pool)]).toEqual([unchanged, []]);
  });
});

describe('revoking', () => {
  test.each(['pending', 'claimed'])('frees a %s seat and clears its holder', (status) => {
    const ada = aMember();
    const { pool, seats } = aSeatPool().assignedTo(ada);
    const [seat] = seats as [(typeof seats)[0]];
    pool.invite(seat.id, TOKEN, NOW);
    if (status === 'claimed') pool.claim([TOKEN], NOW);
    pool.pullEvents();
    expect(pool.revoke(seat.id, hoursAfterNow(1))).toBe(true);
    expect(seatOf(pool)).toMatchObject({
      status: 'revoked',
      customerId: null,
      memberId: null,
      email: null,
      invitationDigest: null,
      revokedAt: hoursAfterNow(1),
      claimedAt: status === 'claimed' ? NOW : null,
    });
    const [event] = pool.pullEvents();
    expect(event).toMatchObject({
      name: 'customer_seat.revoked',
      aggregateId: seat.id,
      payload: {
        member_id: ada.memberId,
        customer_id: pool.customerId,
        subscription_id: pool.snapshot.subscriptionId,
        order_id: null,
      },
    });
    expect(pool.assigned).toBe(0);
  });

  test('a second time changes nothing', () => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    pool.revoke(seats[0]!.id, NOW);
    eventNames(pool);
    expect(pool.revoke(seats[0]!.id, hoursAfterNow(1))).toBe(false);
    expect([seatOf(pool).revokedAt, eventNames(pool), pool.assigned]).toEqual([NOW, [], 0]);
  });

  test('throws for a seat of another pool', () => {
    expect(errorName(() => aSeatPool().pool().revoke(newId(), NOW))).toBe('ResourceNotFound');
  });

  test('releases only seats whose invitation has expired', () => {
    const { pool, seats } = aSeatPool().of(3).assignedTo(aMember(), aMember(), aMember());
    const [expired, renewed, claimed] = seats.map(({ id }) => id) as [string, string, string];
    pool.resend(renewed, hoursAfterNow(12));
    pool.invite(claimed, TOKEN, NOW);
    pool.claim([TOKEN], NOW);
    expect([expired, renewed, claimed].map((id) => pool.release(id, hoursAfterNow(24)))).toEqual([true, false, false]);
    expect(pool.assigned).toBe(2);
  });
});

describe('inviting again', () => {
  test('creates an invitation for 24 hours, to be sent', () => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    pool.resend(seats[0]!.id, hoursAfterNow(30));
    expect(seatOf(pool)).toMatchObject({ invitation: 2, invitationDigest: null, invitationTokenExpiresAt: hoursAfterNow(54) });
    expect(pool.pullEvents()).toMatchObject([{ name: 'customer_seat.invited', payload: { invitation: 2 } }]);
  });

  test('creates an invitation that is returned instead of sent', () => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    expect(pool.invite(seats[0]!.id, TOKEN, hoursAfterNow(30))).toEqual(hoursAfterNow(54));
    expect([eventNames(pool), seatOf(pool).modifiedAt]).toEqual([[], hoursAfterNow(30)]);
  });

  test.each(['claimed', 'revoked'])('is rejected for a %s seat', (status) => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    const { id } = seats[0]!;
    pool.invite(id, TOKEN, NOW);
    if (status === 'claimed') pool.claim([TOKEN], NOW);
    else pool.revoke(id, NOW);
    expect(errorName(() => pool.resend(id, NOW))).toBe('SeatNotPending');
    expect(errorName(() => pool.invite(id, TOKEN, NOW))).toBe('SeatNotPending');
  });
});

test('a seat is taken from its holder for somebody else, or stays', () => {
  const [ada, grace] = [aMember(), aMember()];
  const { pool, seats } = aSeatPool().of(2).assignedTo(ada, grace);
  const [{ id }] = seats as [SeatState];
  pool.pullEvents();
  for (const holder of [ada, grace])
    expect(errorName(() => aSeatPool().of(2).assignedTo(ada, grace).pool.reassign(id, holder, 'pending', NOW))).toBeDefined();
  const alan = aMember();
  expect(pool.reassign(id, alan, 'claimed', NOW)).toMatchObject({ ...alan, status: 'claimed', metadata: {} });
  expect([pool.assigned, eventNames(pool)]).toEqual([2, ['customer_seat.revoked', 'customer_seat.claimed']]);
  expect(pool.snapshot.seats.map(({ memberId }) => memberId).sort()).toEqual([alan.memberId, grace.memberId].sort());
});

describe('an invitation that is being sent', () => {
  test('gets a token, and a later attempt gets another one', () => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    const { id } = seats[0]!;
    expect(pool.attachTokenForSending(id, 1, digestOf('lost mail'), NOW)).toBe(seats[0]!.email);
    expect(pool.attachTokenForSending(id, 1, TOKEN, NOW)).toBe(seats[0]!.email);
    expect(errorName(() => pool.claim([digestOf('lost mail')], NOW))).toBe('InvalidInvitationToken');
    expect(pool.claim([TOKEN], NOW).status).toBe('claimed');
  });

  test.each<[string, (pool: SeatPool, id: string) => void, number]>([
    ['there is a newer one', (pool, id) => pool.invite(id, TOKEN, NOW), 0],
    ['the seat was claimed', (pool, id) => [pool.attachTokenForSending(id, 1, TOKEN, NOW), pool.claim([TOKEN], NOW)], 0],
    ['the seat was revoked', (pool, id) => pool.revoke(id, NOW), 0],
    ['it took too long', () => undefined, 24],
  ])('is not sent if %s', (_, before, hours) => {
    const { pool, seats } = aSeatPool().assignedTo(aMember());
    before(pool, seats[0]!.id);
    expect(pool.attachTokenForSending(seats[0]!.id, 1, digestOf('late'), hoursAfterNow(hours))).toBeNull();
  });
});

describe('resizing', () => {
  test('changes the capacity and increments the revision', () => {
    const { pool } = aSeatPool().of(2).assignedTo(aMember());
    expect([pool.resize(5, NOW), pool.resize(1, NOW), pool.resize(1, NOW)]).toEqual([1, 2, 2]);
    expect(pool.pullEvents()).toMatchObject([
      { name: 'seat_pool.resized', payload: { seats: 5, revision: 1, subscription_id: pool.snapshot.subscriptionId } },
      { name: 'seat_pool.resized', payload: { seats: 1, revision: 2 } },
    ]);
  });

  test('is rejected below the number of assigned seats', () => {
    const { pool } = aSeatPool().of(2).assignedTo(aMember(), aMember());
    expect(errorName(() => pool.resize(1, NOW))).toBe('SeatsAlreadyAssigned');
    expect([pool.snapshot.capacity, eventNames(pool)]).toEqual([2, []]);
  });
});

test('a changed address is copied to the seats of its holder only', () => {
  const [ada, grace] = [aMember(), aMember()];
  const { pool, seats } = aSeatPool().assignedTo(ada);
  pool.syncEmail(seats[0]!.id, { ...ada, email: 'ada@new.example' }, NOW);
  expect(seatOf(pool).email).toBe('ada@new.example');
  pool.syncEmail(seats[0]!.id, { ...grace, email: 'grace@new.example' }, NOW);
  expect(seatOf(pool).email).toBe('ada@new.example');
});

test('an invitation to a former address stops working, and the holder is invited at the new one', () => {
  const ada = aMember('mistyped@acme.example');
  const { pool, seats } = aSeatPool().assignedTo(ada);
  const digest = Buffer.from('mailed');
  pool.attachTokenForSending(seats[0]!.id, 1, digest, NOW);
  pool.pullEvents();
  pool.syncEmail(seats[0]!.id, { ...ada, email: 'ada@acme.example' }, NOW);
  expect(errorName(() => pool.claim([digest], NOW))).toBe('InvalidInvitationToken');
  expect([eventNames(pool), seatOf(pool).invitation]).toEqual([['customer_seat.invited'], 2]);
  expect(pool.attachTokenForSending(seats[0]!.id, 1, digest, NOW)).toBeNull();
});

describe('a seat that is passed on to the member that took the place of its holder', () => {
  test('stays as it is, claimed or pending', () => {
    const [ada, remaining] = [aMember('ada@acme.example'), aMember('ada@acme.example')];
    const { pool, seats } = aSeatPool().assignedTo(ada);
    const [before] = seats;
    pool.passOn(before!.id, remaining, NOW);
    const passedOn = { ...before, memberId: remaining.memberId, modifiedAt: NOW };
    expect([pool.assigned, eventNames(pool), pool.pullChangedSeats()]).toEqual([1, [], [passedOn]]);
    pool.passOn(before!.id, remaining, hoursAfterNow(1));
    expect(seatOf(pool)).toEqual(passedOn);
  });

  test('is revoked if that member has another seat already', () => {
    const [ada, remaining] = [aMember(), aMember()];
    const { pool, seats } = aSeatPool().assignedTo(ada, remaining);
    pool.passOn(seats[0]!.id, remaining, NOW);
    expect(pool.snapshot.seats.map(({ status }) => status)).toEqual(['revoked', 'pending']);
    expect([pool.assigned, eventNames(pool)]).toEqual([1, ['customer_seat.revoked']]);
  });
});

test('a seat is changed by its pool alone', () => {
  const { pool, seats } = aSeatPool().assignedTo(aMember());
  for (const seat of [...seats, ...pool.snapshot.seats]) {
    expect(() => Object.assign(seat, { status: 'claimed' })).toThrow(TypeError);
  }
  expect(seatOf(pool).status).toBe('pending');
});
