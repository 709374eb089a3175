import { newId, ResourceNotFound } from '#kernel';
import type { Recipient } from '../src/domain/seat.ts';
import type { SeatPool } from '../src/domain/seat-pool.ts';
import type { SeatPools, WhichPool } from '../src/domain/seat-pools.ts';
import { aMember, aSeatPool, digestOf, hoursAfterNow, NOW, type SeatPoolBuilder, to } from './seat-pool.builder.ts';

export interface OpenedSeatPools {
  readonly pools: SeatPools;
  /** The names of the recorded events of a seat or a pool, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

const errorName = (error: unknown): string => (error as Error).constructor.name;

/** The contract of every implementation of the port, for pools. */
export function seatPoolsContract(storage: string, open: () => Promise<OpenedSeatPools>): void {
  describe(`seat pools in ${storage}`, () => {
    let opened: OpenedSeatPools;
    let pools: SeatPools;
    beforeAll(async () => {
      opened = await open();
      pools = opened.pools;
    });
    afterAll(() => opened.close());

    const which = ({ organizationId, id }: SeatPool): WhichPool => ({ organizationId, poolId: id });
    const stored = async (builder: SeatPoolBuilder = aSeatPool()): Promise<SeatPool> => {
      const pool = builder.pool();
      await pools.open(pool);
      return pool;
    };
    const assign = (pool: SeatPool, ...recipients: Recipient[]): Promise<string[]> =>
      pools.change({ ...which(pool), recipients }, (each) =>
        each
          .assign(
            recipients.map((recipient) => to(recipient, { team: 'core' })),
            NOW,
          )
          .map(({ id }) => id),
      );
    const lookUp = (pool: SeatPool, id: string) =>
      pools.change({ ...which(pool), seatIds: [id] }, (each) => ({ ...each.snapshot.seats.find((seat) => seat.id === id)! }));
    const counts = async (pool: SeatPool) => {
      const { capacity, assigned } = (await pools.ofPurchase(pool.organizationId, {
        subscriptionId: pool.snapshot.subscriptionId!,
      }))!;
      return { capacity, assigned };
    };
    const invite = (pool: SeatPool, id: string, digest: Buffer, now = NOW) =>
      pools.change({ ...which(pool), seatIds: [id] }, (each) => each.invite(id, digest, now));

    test('a pool moves to another customer with its seats in use, and names their holders', async () => {
      const pool = await stored(aSeatPool().of(3));
      const [ada, grace, gone] = [aMember(), aMember(), aMember()];
      const ids = await assign(pool, ada, grace, gone);
      await pools.change({ ...which(pool), seatIds: [ids[2]!] }, (each) => each.revoke(ids[2]!, NOW));
      const held = await pools.holdersOf(which(pool), null);
      expect(new Map(held.map(({ seatId, memberId }) => [seatId, memberId]))).toEqual(
        new Map([
          [ids[0], ada.memberId],
          [ids[1], grace.memberId],
        ]),
      );
      expect(await pools.holdersOf(which(pool), held.at(-1)!.seatId)).toEqual([]);
      const customerId = newId();
      await pools.moveTo(which(pool), customerId);
      expect(await pools.ofCustomer(pool.organizationId, customerId)).toEqual([pool.id]);
      expect((await lookUp(pool, ids[0]!)).customerId).toBe(customerId);
      expect((await lookUp(pool, ids[2]!)).customerId).toBeNull();
    });

    test('a purchase has one pool, even if several are opened concurrently', async () => {
      const builder = aSeatPool().of(3);
      const created = [builder.pool(), builder.pool(), builder.pool()];
      await Promise.all(created.map((pool) => pools.open(pool)));
      const subscriptionId = created[0]!.snapshot.subscriptionId!;
      const found = await pools.ofPurchase(created[0]!.organizationId, { subscriptionId });
      expect(found).toEqual({ id: expect.any(String), capacity: 3, assigned: 0, revision: 0 });
      expect(created.map(({ id }) => id)).toContain(found!.id);
      expect(await pools.ofPurchase(newId(), { subscriptionId })).toBeUndefined();
      expect(await pools.ofPurchase(created[0]!.organizationId, { orderId: subscriptionId })).toBeUndefined();
    });

    test('seats with an address or metadata are found until they are erased', async () => {
      const pool = await stored(aSeatPool().of(3));
      const [pending, revoked] = (await assign(pool, aMember(), aMember())) as [string, string];
      await pools.change({ ...which(pool), seatIds: [revoked] }, (each) => each.revoke(revoked, NOW));
      const found = await pools.withDetails(which(pool));
      expect(found.toSorted()).toEqual([pending, revoked].toSorted());
      expect(await pools.withDetails({ ...which(pool), organizationId: newId() })).toEqual([]);
      await pools.change({ ...which(pool), seatIds: found }, (each) => found.forEach((id) => each.erase(id, NOW)));
      expect(await pools.withDetails(which(pool))).toEqual([]);
      for (const id of found) {
        expect(await lookUp(pool, id)).toMatchObject({ status: 'revoked', email: null, memberId: null, metadata: {} });
      }
      expect(await counts(pool)).toEqual({ capacity: 3, assigned: 0 });
      expect(await opened.eventsOf(revoked)).toEqual([
        'customer_seat.assigned',
        'customer_seat.invited',
        'customer_seat.revoked',
      ]);
    });

    test('seats are stored as they are, with their events', async () => {
      const pool = await stored();
      const ada = aMember();
      const [id] = (await assign(pool, ada)) as [string];
      expect(await lookUp(pool, id)).toEqual({
        id,
        ...ada,
        status: 'pending',
        customerId: pool.customerId,
        invitation: 1,
        invitationDigest: null,
        invitationTokenExpiresAt: hoursAfterNow(24),
        claimedAt: null,
        revokedAt: null,
        metadata: { team: 'core' },
        createdAt: NOW,
        modifiedAt: null,
      });
      const digest = digestOf(newId());
      await invite(pool, id, digest);
      await pools.change({ ...which(pool), seatIds: [id] }, (each) => each.claim([digest], hoursAfterNow(1)).id);
      expect(await lookUp(pool, id)).toMatchObject({ status: 'claimed', claimedAt: hoursAfterNow(1), invitationDigest: null });
      expect(await opened.eventsOf(id)).toEqual(['customer_seat.assigned', 'customer_seat.invited', 'customer_seat.claimed']);
      expect(await counts(pool)).toEqual({ capacity: 2, assigned: 1 });
    });

    test('a rejected change stores nothing', async () => {
      const pool = await stored(aSeatPool().of(1));
      const [ada, grace] = [aMember(), aMember()];
      await expect(assign(pool, ada, grace)).rejects.toMatchObject({ message: expect.stringContaining('No available seats') });
      expect(await counts(pool)).toEqual({ capacity: 1, assigned: 0 });
      expect(await pools.assignedSeats(which(pool))).toEqual([]);
    });

    test('a holder is recognized by id and by address, and a revoked seat is assigned again', async () => {
      const pool = await stored(aSeatPool().of(3));
      const ada = aMember('Ada@acme.example');
      const [id] = (await assign(pool, ada)) as [string];
      for (const same of [ada, { ...ada, email: 'x@acme.example' }, aMember('ADA@acme.example')]) {
        expect(await assign(pool, same).catch(errorName)).toBe('SeatAlreadyAssigned');
      }
      await pools.change({ ...which(pool), seatIds: [id] }, (each) => each.revoke(id, NOW));
      expect(await pools.seat(id, [pool.organizationId])).toMatchObject({ memberId: null });
      const next = await assign(pool, aMember(), aMember());
      expect(next[0]).toBe(id);
      expect(next[1]).not.toBe(id);
      expect(await counts(pool)).toEqual({ capacity: 3, assigned: 2 });
    });

    test('of many concurrent assignments, as many succeed as there are seats', async () => {
      const pool = await stored(aSeatPool().of(5));
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => assign(pool, aMember()).catch(errorName)));
      expect(outcomes.filter((outcome) => outcome === 'SeatNotAvailable')).toHaveLength(25);
      expect(await counts(pool)).toEqual({ capacity: 5, assigned: 5 });
      expect(await pools.assignedSeats(which(pool))).toHaveLength(5);
    });

    test('of many concurrent assignments to the same member, one succeeds', async () => {
      const pool = await stored(aSeatPool().of(10));
      const ada = aMember();
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => assign(pool, ada).catch(errorName)));
      expect(outcomes.filter((outcome) => outcome === 'SeatAlreadyAssigned')).toHaveLength(9);
      expect(await counts(pool)).toEqual({ capacity: 10, assigned: 1 });
    });

    test('of many concurrent claims with one token, one succeeds', async () => {
      const pool = await stored();
      const [id] = (await assign(pool, aMember())) as [string];
      const digest = digestOf(newId());
      await invite(pool, id, digest);
      const claim = () => pools.change({ ...which(pool), seatIds: [id] }, (each) => each.claim([digest], NOW).status);
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => claim().catch(errorName)));
      expect(outcomes.filter((outcome) => outcome === 'claimed')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'InvalidInvitationToken')).toHaveLength(19);
    });

    test('an invitation finds its seat as long as it is valid', async () => {
      const pool = await stored();
      const ada = aMember();
      const [id] = (await assign(pool, ada)) as [string];
      const [digest, older] = [digestOf(newId()), digestOf(newId())];
      await invite(pool, id, older);
      await invite(pool, id, digest);
      const location = {
        organizationId: pool.organizationId,
        poolId: pool.id,
        seatId: id,
        customerId: pool.customerId,
        memberId: ada.memberId,
        email: ada.email,
        subscriptionId: pool.snapshot.subscriptionId,
        orderId: null,
      };
      expect(await pools.invited([digestOf('other'), digest], NOW)).toEqual(location);
      expect(await pools.invited([digest], hoursAfterNow(24))).toBeUndefined();
      expect(await pools.invited([older], NOW)).toBeUndefined();
      await pools.change({ ...which(pool), seatIds: [id] }, (each) => each.claim([digest], NOW).id);
      expect(await pools.invited([digest], NOW)).toBeUndefined();
      expect(await pools.seat(id, [newId(), pool.organizationId])).toEqual(location);
      expect(await pools.seat(id, [newId()])).toBeUndefined();
    });

    test('seats are found by use, by expiry and by holder, and pools by customer', async () => {
      const pool = await stored(aSeatPool().of(3));
      const [ada, grace, other] = [aMember(), aMember(), aMember()];
      const [expired, renewed, revoked] = (await assign(pool, ada, grace, other)) as [string, string, string];
      await invite(pool, renewed, digestOf(newId()), hoursAfterNow(12));
      await pools.change({ ...which(pool), seatIds: [revoked] }, (each) => each.revoke(revoked, NOW));
      expect((await pools.assignedSeats(which(pool))).sort()).toEqual([expired, renewed].sort());
      expect(await pools.assignedSeats(which(pool), hoursAfterNow(24))).toEqual([expired]);
      expect(await pools.heldBy(pool.organizationId, ada.memberId)).toMatchObject([{ seatId: expired, poolId: pool.id }]);
      expect(await pools.heldBy(pool.organizationId, other.memberId)).toEqual([]);
      expect(await pools.heldBy(newId(), ada.memberId)).toEqual([]);
      expect(await pools.ofCustomer(pool.organizationId, pool.customerId)).toEqual([pool.id]);
      expect(await pools.ofCustomer(pool.organizationId, newId())).toEqual([]);
    });

    test('the number of purchased seats can be changed', async () => {
      const pool = await stored();
      expect(await pools.change(which(pool), (each) => each.resize(7, NOW))).toBe(1);
      expect(await counts(pool)).toEqual({ capacity: 7, assigned: 0 });
      expect(await opened.eventsOf(pool.id)).toEqual(['seat_pool.resized']);
    });

    test('pools of other organizations and seats of other pools are not found', async () => {
      const [pool, other] = [await stored(), await stored()];
      const [id] = (await assign(pool, aMember())) as [string];
      await expect(pools.change({ ...which(pool), organizationId: newId() }, () => 1)).rejects.toThrow(ResourceNotFound);
      await expect(pools.change({ ...which(other), seatIds: [id] }, (each) => each.revoke(id, NOW))).rejects.toThrow(
        ResourceNotFound,
      );
    });
  });
}
