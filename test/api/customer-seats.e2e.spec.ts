import { EntityManager } from '@mikro-orm/postgresql';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { NOT_FOUND, TIME, UUID } from '../support/license-fixture.ts';
import { type SellerFixture, openSellerFixture } from '../support/seller-fixture.ts';
import { uniqueEmail, purchaseParam, seatsOf } from '../support/seat-fixture.ts';

const SEATS = '/v1/customer-seats';
const DAY_MS = 86_400_000;

let fixture: SellerFixture;
let seats: ReturnType<typeof seatsOf>;
let outsider: Call;
let nobody: Call;
beforeAll(async () => {
  fixture = await openSellerFixture();
  seats = seatsOf(fixture);
  outsider = callAs(fixture.api, fixture.theirs.oat);
  nobody = callAs(fixture.api);
});
afterAll(() => fixture.close());

const refusal = ({ status, body }: Answer) => [status, body.error];
const wrong = ({ status, body }: Answer) => [
  status,
  body.detail.map(({ loc, type }: { loc: string[]; type: string }) => [loc.join('.'), type]),
];
const run = (statement: string, ...values: string[]) => fixture.api.app.get(EntityManager).fork().execute(statement, values);
const expire = (id: string) => run(`update seats.seats set invitation_token_expires_at = now() where id = ?`, id);
/** The response of a request that writes nothing. */
async function unchanged(ask: () => Promise<Answer>): Promise<Answer> {
  const before = await databaseWrites(fixture.api);
  const answer = await ask();
  expect(await databaseWrites(fixture.api)).toBe(before);
  return answer;
}

describe('POST /v1/customer-seats', () => {
  test.each(['subscription', 'order'] as const)(
    '200: assigns a pending seat of the %s to a new member of the buyer',
    async (kind) => {
      const purchase = await seats[kind](2);
      const email = uniqueEmail();
      const { status, body } = await seats.assign(purchase, {
        email,
        metadata: { team: ['core', null], nested: { deep: true } },
      });
      expect([status, body]).toEqual([
        200,
        {
          id: expect.stringMatching(UUID),
          created_at: expect.stringMatching(TIME),
          modified_at: null,
          subscription_id: null,
          order_id: null,
          ...purchaseParam(purchase),
          status: 'pending',
          customer_id: purchase.customer_id,
          member_id: body.member.id,
          member: {
            id: expect.stringMatching(UUID),
            created_at: expect.stringMatching(TIME),
            modified_at: null,
            customer_id: purchase.customer_id,
            email,
            name: null,
            external_id: null,
            role: 'member',
          },
          email,
          customer_email: email,
          invitation_token_expires_at: expect.stringMatching(TIME),
          claimed_at: null,
          revoked_at: null,
          seat_metadata: { team: ['core', null], nested: { deep: true } },
        },
      ]);
      expect(Date.parse(body.invitation_token_expires_at) - Date.parse(body.created_at)).toBe(DAY_MS);
      expect(await fixture.eventsOf(body.id)).toEqual(['customer_seat.assigned', 'customer_seat.invited']);
      expect(await seats.list(purchase)).toEqual({ seats: [body], available_seats: 1, total_seats: 2 });
    },
  );

  test('200: claims the seat immediately and sends no e-mail', async () => {
    const { body } = await seats.assign(await seats.subscription(1), { email: uniqueEmail(), immediate_claim: true });
    expect(body).toMatchObject({ status: 'claimed', claimed_at: expect.stringMatching(TIME), invitation_token_expires_at: null });
    expect(await fixture.eventsOf(body.id)).toEqual(['customer_seat.claimed']);
  });

  test('200: to members and customers by id', async () => {
    const purchase = await seats.subscription(5);
    const known = await seats.seat(purchase, { email: uniqueEmail(), external_member_id: 'ada' });
    expect(known.member.external_id).toBe('ada');
    await fixture.seller('DELETE', `${SEATS}/${known.id}`);
    const byId = await seats.seat(purchase, { member_id: known.member_id });
    expect(byId).toMatchObject({ id: known.id, member_id: known.member_id, email: known.email });
    await fixture.seller('DELETE', `${SEATS}/${known.id}`);
    expect(await seats.seat(purchase, { external_member_id: 'ada' })).toMatchObject({ member_id: known.member_id });
    const [one, other] = [await fixture.customer(), await fixture.customer()];
    const addressOf = async ({ id }: { id: string }) => (await fixture.seller('GET', `/v1/customers/${id}`)).body.email;
    expect(await seats.seat(purchase, { customer_id: one.id })).toMatchObject({ email: await addressOf(one) });
    expect(await seats.seat(purchase, { external_customer_id: other.external_id })).toMatchObject({
      email: await addressOf(other),
      customer_id: purchase.customer_id,
    });
  });

  test('400: if no seat is free, also for a seat holder; creates no member', async () => {
    const purchase = await seats.subscription(1);
    const { email } = await seats.seat(purchase);
    for (const recipient of [{ email: uniqueEmail() }, { email }]) {
      expect(refusal(await unchanged(() => seats.assign(purchase, recipient)))).toEqual([400, 'SeatNotAvailable']);
    }
    const { id: product_id } = await fixture.product({ every: 'month' });
    const seatless = await fixture.create('/v1/subscriptions/', { product_id, customer_id: (await fixture.customer()).id });
    expect(refusal(await unchanged(() => seats.assign(seatless, { email: uniqueEmail() })))).toEqual([400, 'SeatNotAvailable']);
    expect(await seats.list(seatless)).toEqual({ seats: [], available_seats: 0, total_seats: 0 });
  });

  test('400: for a seat holder, by any identifier', async () => {
    const purchase = await seats.subscription(3);
    const { email, member_id } = await seats.seat(purchase, { email: 'Grace@acme.example', external_member_id: 'grace' });
    for (const recipient of [{ email }, { email: email.toUpperCase() }, { member_id }, { external_member_id: 'grace' }]) {
      expect(refusal(await unchanged(() => seats.assign(purchase, recipient)))).toEqual([400, 'SeatAlreadyAssigned']);
    }
  });

  test('400, 404: for a recipient who cannot have a seat', async () => {
    const purchase = await seats.subscription(3);
    const refused = async (recipient: object) => refusal(await unchanged(() => seats.assign(purchase, recipient)));
    const elsewhere = await seats.seat(await seats.subscription(2), { email: uniqueEmail(), external_member_id: 'joan' });
    const known = await seats.seat(purchase, { email: uniqueEmail(), external_member_id: 'known' });
    expect(await refused({ customer_id: (await fixture.foreignCustomer()).id })).toEqual([400, 'InvalidSeatAssignmentRequest']);
    expect(await refused({ external_customer_id: 'nobody' })).toEqual([400, 'InvalidSeatAssignmentRequest']);
    expect(await refused({ member_id: elsewhere.member_id })).toEqual([404, 'MemberNotFound']);
    expect(await refused({ external_member_id: 'joan' })).toEqual([404, 'MemberNotFound']);
    expect(await refused({ external_member_id: 'known', email: uniqueEmail() })).toEqual([400, 'MemberEmailMismatch']);
    expect(await refused({ external_member_id: 'other', email: known.email })).toEqual([400, 'MemberEmailMismatch']);
  });

  test('404: for foreign and unknown purchases', async () => {
    const [ours] = [await seats.subscription(2), await seats.order(2)];
    expect(await seats.assign(ours, { email: uniqueEmail() }, outsider)).toMatchObject({ status: 404, body: NOT_FOUND });
    for (const name of ['subscription_id', 'order_id']) {
      const ask = () => fixture.seller('POST', SEATS, { [name]: ours.product_id, email: uniqueEmail() });
      expect(await unchanged(ask)).toMatchObject({ status: 404, body: NOT_FOUND });
    }
  });

  test('422: for contradictory or oversized input', async () => {
    const purchase = await seats.subscription(3);
    const id = purchase.id as string;
    const [email, whole] = [uniqueEmail(), [422, [['body', 'value_error']]]];
    const refused = async (body: object) => wrong(await fixture.seller('POST', SEATS, body));
    for (const body of [
      { email },
      { subscription_id: id, order_id: id, email },
      { subscription_id: null, email },
      { subscription_id: id },
      { subscription_id: id, email: null },
      { subscription_id: id, customer_id: id, member_id: id },
      { subscription_id: id, external_customer_id: 'a', external_member_id: 'b' },
      { subscription_id: id, member_id: id, external_member_id: 'b' },
      { subscription_id: id, customer_id: id, email },
      { subscription_id: id, customer_id: id, external_customer_id: 'a' },
      { subscription_id: id, member_id: id, email },
    ]) {
      expect([body, await refused(body)]).toEqual([body, whole]);
    }
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, 1]));
    for (const metadata of [
      eleven,
      { a: 'x'.repeat(1016) },
      { a: 'é'.repeat(170) },
      { a: 'x\0y' },
      { a: '\ud800' },
      { '\0': 1 },
    ]) {
      expect(await refused({ subscription_id: id, email, metadata })).toEqual([422, [['body.metadata', 'value_error']]]);
    }
    const deep = `{"subscription_id":"${id}","email":"${email}","metadata":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
    expect((await fixture.seller('POST', SEATS, deep)).status).toBe(422);
    expect(await refused({ subscription_id: id, email, metadata: ['a'] })).toEqual([422, [['body.metadata', 'dict_type']]]);
    expect(await refused({ subscription_id: 'x', email: 'x', member_id: 7 })).toMatchObject([422, [{}, {}, {}]]);
    expect(await refused({ subscription_id: id, email, external_member_id: 'x'.repeat(256) })).toEqual([
      422,
      [['body.external_member_id', 'string_too_long']],
    ]);
    expect(await seats.list(purchase)).toMatchObject({ seats: [] });
    const most = { a: 'x'.repeat(1015) };
    expect(await seats.seat(purchase, { email, metadata: most })).toMatchObject({ seat_metadata: most });
  });
});

describe('GET /v1/customer-seats', () => {
  test('200: all seats, oldest first, including revoked ones; or a page', async () => {
    const purchase = await seats.subscription(4);
    const some = [await seats.seat(purchase), await seats.seat(purchase), await seats.seat(purchase)];
    await fixture.seller('DELETE', `${SEATS}/${some[1].id}`);
    const listed = await seats.list(purchase);
    expect(listed.seats.map(({ id }: { id: string }) => id)).toEqual(some.map(({ id }) => id));
    expect(listed).toMatchObject({ available_seats: 2, total_seats: 4, seats: [{}, { status: 'revoked' }, {}] });
    const page = async (query: string) => {
      const { body } = await fixture.seller('GET', `${SEATS}?subscription_id=${purchase.id}&${query}`);
      return [body.seats.map(({ id }: { id: string }) => id), body.total_seats];
    };
    expect(await page('limit=2')).toEqual([[some[0].id, some[1].id], 4]);
    expect(await page('limit=2&page=2')).toEqual([[some[2].id], 4]);
    expect(await page('page=9007199254740991')).toEqual([[], 4]);
  });

  test('400, 404, 422, 403', async () => {
    const purchase = await seats.order(1);
    const ask = (query: string, by = fixture.seller) => by('GET', `${SEATS}?${query}`);
    expect(refusal(await ask(''))).toEqual([400, 'BadRequest']);
    expect((await ask(`order_id=${purchase.id}`, outsider)).body).toEqual(NOT_FOUND);
    expect((await ask(`subscription_id=${purchase.id}`)).body).toEqual(NOT_FOUND);
    expect((await ask('order_id=1')).status).toBe(422);
    expect((await ask(`order_id=${purchase.id}&limit=0`)).status).toBe(422);
    const writer = callAs(fixture.api, await fixture.ours.tokenWith(['customer_seats:write']));
    expect((await ask(`order_id=${purchase.id}`, writer)).status).toBe(403);
  });
});

describe('DELETE /v1/customer-seats/{seat_id}', () => {
  test('200: frees the seat and removes its holder, only once', async () => {
    const purchase = await seats.subscription(1);
    const seat = await seats.seat(purchase);
    const { status, body } = await fixture.seller('DELETE', `${SEATS}/${seat.id}`);
    expect([status, body]).toEqual([
      200,
      {
        ...seat,
        status: 'revoked',
        customer_id: null,
        member_id: null,
        member: null,
        email: null,
        customer_email: null,
        revoked_at: expect.stringMatching(TIME),
        modified_at: body.revoked_at,
      },
    ]);
    expect((await unchanged(() => fixture.seller('DELETE', `${SEATS}/${seat.id}`))).body).toEqual(body);
    expect(await seats.seat(purchase)).toMatchObject({ id: seat.id, status: 'pending', revoked_at: null });
  });

  test('404: foreign and unknown seats', async () => {
    const seat = await seats.seat(await seats.subscription(1));
    for (const ask of ['DELETE', 'POST resend', 'POST invitation', 'POST reassign'].map((each) => each.split(' '))) {
      const [method, verb = ''] = ask as ['POST', string?];
      const body = verb === 'reassign' ? { email: 'jane@acme.example' } : undefined;
      const url = `${SEATS}/${seat.id}/${verb}`;
      expect(await unchanged(() => outsider(method, url, body))).toMatchObject({ status: 404, body: NOT_FOUND });
      const unknown = url.replace(seat.id, seat.member_id);
      expect(await fixture.seller(method, unknown, body)).toMatchObject({ status: 404, body: NOT_FOUND });
      expect((await fixture.seller(method, url.replace(seat.id, 'x'), body)).status).toBe(422);
    }
  });
});

describe('POST /v1/customer-seats/{seat_id}/reassign', () => {
  const reassign = (id: string, body: object) => fixture.seller('POST', `${SEATS}/${id}/reassign`, body);

  test('200: the seat has another holder, also where all seats are taken, by invitation or at once', async () => {
    const purchase = await seats.subscription(1);
    const seat = await seats.seat(purchase);
    const invited = await reassign(seat.id, { email: 'grace@acme.example', name: 'Grace Hopper' });
    expect(invited).toMatchObject({
      status: 200,
      body: { status: 'pending', email: 'grace@acme.example', member: { name: 'Grace Hopper' } },
    });
    const claimed = await reassign(invited.body.id, { email: 'alan@acme.example', immediate_claim: true });
    expect(claimed).toMatchObject({ status: 200, body: { status: 'claimed', email: 'alan@acme.example' } });
    expect((await fixture.seller('GET', `${SEATS}?subscription_id=${purchase.id}`)).body).toMatchObject({
      seats: [{ email: 'alan@acme.example' }],
      available_seats: 0,
    });
  });

  test('400 and 422: who has a seat, a seat without a holder, and input that is none change nothing', async () => {
    const purchase = await seats.subscription(2);
    const [first, second] = [await seats.seat(purchase), await seats.seat(purchase, { email: 'grace@acme.example' })];
    for (const email of [first.email, second.email])
      expect(await unchanged(() => reassign(first.id, { email }))).toMatchObject({
        status: 400,
        body: { error: 'SeatAlreadyAssigned' },
      });
    for (const body of [{}, { email: 'x' }, { email: 'a@acme.example', other: 1 }])
      expect((await unchanged(() => reassign(first.id, body))).status).toBe(422);
    await fixture.seller('DELETE', `${SEATS}/${first.id}`);
    expect(await reassign(first.id, { email: 'alan@acme.example' })).toMatchObject({
      status: 400,
      body: { error: 'SeatNotAssigned' },
    });
  });
});

describe('POST /v1/customer-seats/{seat_id}/resend and POST /v1/customer-seats/{seat_id}/invitation', () => {
  test('200: creates a new invitation and invalidates the old one', async () => {
    const seat = await seats.seat(await seats.subscription(1));
    const first = await fixture.seller('POST', `${SEATS}/${seat.id}/invitation`);
    const { slug } = fixture.ours.organization;
    const { invitation_token } = first.body;
    expect(first).toMatchObject({ status: 200 });
    expect(first.body).toEqual({
      invitation_token: expect.stringMatching(/^[\w-]{43}$/),
      claim_url: expect.stringMatching(`/portal/${slug}/seats/claim\\?invitation_token=${invitation_token}$`),
      expires_at: expect.stringMatching(TIME),
    });
    await expire(seat.id);
    const resent = await fixture.seller('POST', `${SEATS}/${seat.id}/resend`);
    expect(resent).toMatchObject({ status: 200, body: { id: seat.id, status: 'pending' } });
    expect(Date.parse(resent.body.invitation_token_expires_at)).toBeGreaterThan(Date.now());
    expect(refusal(await seats.claim(invitation_token))).toEqual([400, 'InvalidInvitationToken']);
    const events = ['customer_seat.assigned', 'customer_seat.invited', 'customer_seat.invited'];
    expect(await fixture.eventsOf(seat.id)).toEqual(events);
    const countQuery = `select count(*)::int as found from platform.outbox where payload::text like ?`;
    expect(await run(countQuery, `%${invitation_token}%`)).toEqual([{ found: 0 }]);
  });

  test.each(['claimed', 'revoked'])('400: for a %s seat', async (status) => {
    const seat = await seats.seat(await seats.subscription(1), { email: uniqueEmail(), immediate_claim: status === 'claimed' });
    if (status === 'revoked') await fixture.seller('DELETE', `${SEATS}/${seat.id}`);
    for (const verb of ['resend', 'invitation']) {
      const ask = () => fixture.seller('POST', `${SEATS}/${seat.id}/${verb}`);
      expect(refusal(await unchanged(ask))).toEqual([400, 'SeatNotPending']);
    }
  });
});

test.each(['subscription', 'order'] as const)(
  'the response to a %s of seats shows a team, which gets members at once',
  async (kind) => {
    const { customer_id, customer } = await seats[kind](1);
    expect(customer).toMatchObject({ id: customer_id, type: 'team' });
    const added = await fixture.seller('POST', `/v1/customers/${customer_id}/members`, { email: uniqueEmail() });
    expect(added.status).toBe(201);
  },
);

describe('GET /v1/customer-seats/claim/{invitation_token} and POST /v1/customer-seats/claim', () => {
  const info = (token: string) => nobody('GET', `${SEATS}/claim/${token}`);

  test('cannot be claimed once the subscription has ended, even before its seats are revoked', async () => {
    const purchase = await seats.subscription(1);
    const token = await seats.invitation(await seats.seat(purchase));
    expect((await fixture.seller('DELETE', `/v1/subscriptions/${purchase.id}`)).status).toBe(200);
    expect((await seats.list(purchase)).seats).toMatchObject([{ status: 'pending' }]);
    expect(await unchanged(() => info(token))).toMatchObject({ status: 404, body: NOT_FOUND });
    expect(refusal(await unchanged(() => seats.claim(token)))).toEqual([400, 'InvalidInvitationToken']);
  });

  test('200: describes the seat, claims it once and opens a portal session', async () => {
    const purchase = await seats.subscription(1);
    const seat = await seats.seat(purchase);
    const token = await seats.invitation(seat);
    expect(await unchanged(() => info(token))).toMatchObject({
      status: 200,
      body: {
        product_name: 'Acme Pro',
        product_id: purchase.product_id,
        organization_name: 'Acme',
        organization_slug: fixture.ours.organization.slug,
        customer_email: seat.email,
        can_claim: true,
      },
    });
    const { status, body } = await seats.claim(token);
    expect([status, Object.keys(body)]).toEqual([200, ['seat', 'customer_session_token']]);
    expect(body.seat).toMatchObject({
      id: seat.id,
      status: 'claimed',
      claimed_at: expect.stringMatching(TIME),
      email: seat.email,
    });
    expect(body.seat.modified_at).toBe(body.seat.claimed_at);
    expect(body.customer_session_token).toMatch(/^latchkey_mst_/);
    const user = await callAs(fixture.api, body.customer_session_token)('GET', '/v1/customer-portal/customer-session/user');
    expect(user.status).toBe(200);
    expect(JSON.stringify(user.body)).toContain(seat.member_id);
    expect(await fixture.eventsOf(seat.id)).toContain('customer_seat.claimed');
    expect((await seats.claim(token)).status).toBe(400);
  });

  test('400, 404: invalid tokens get equal responses and change nothing', async () => {
    const purchase = await seats.subscription(4);
    const [expired, used, revoked, deleted] = [
      await seats.seat(purchase),
      await seats.seat(purchase),
      await seats.seat(purchase),
      await seats.seat(await seats.order(1)),
    ];
    const tokens: string[] = [];
    for (const seat of [expired, used, revoked, deleted]) tokens.push(await seats.invitation(seat));
    await expire(expired.id);
    await seats.claim(tokens[1]);
    await fixture.seller('DELETE', `${SEATS}/${revoked.id}`);
    await fixture.seller('DELETE', `/v1/customers/${deleted.customer_id}`);
    const words = ['', 'x', 'ä', 'A'.repeat(43), 'x'.repeat(1024), `${tokens[0]} `];
    const answers = new Set<string>();
    for (const token of [...tokens, ...words]) {
      const { status, text } = await unchanged(() => seats.claim(token));
      answers.add(`${status} ${text}`);
    }
    expect([...answers]).toEqual(['400 {"error":"InvalidInvitationToken","detail":"Invalid or expired invitation token"}']);
    for (const [token, type] of [
      ['\0', 'value_error'],
      ['\ud800', 'string_unicode'],
    ]) {
      expect(await seats.claim(token)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'invitation_token'], type }] },
      });
    }
    for (const token of [...tokens.slice(0, 3), 'x', 'A'.repeat(43), 'x'.repeat(200)]) {
      expect(await info(token)).toMatchObject({ status: 404, body: NOT_FOUND });
    }
  });

  test('ignores Polar-Organization of another organization', async () => {
    const token = await seats.invitation(await seats.seat(await seats.subscription(1)));
    expect((await outsider('POST', `${SEATS}/claim`, { invitation_token: token })).status).toBe(200);
  });

  test.each([
    [{}, 'missing'],
    [{ invitation_token: null }, 'string_type'],
    [{ invitation_token: 7 }, 'string_type'],
  ])('422: %j', async (body, type) => {
    expect(wrong(await nobody('POST', `${SEATS}/claim`, body))).toEqual([422, [['body.invitation_token', type]]]);
  });
});

describe('POST /v1/customer-seats/bulk', () => {
  const bulk = (body: object) => fixture.seller('POST', `${SEATS}/bulk`, body);
  const csv = (text: string, query: string) =>
    fixture.seller('POST', `${SEATS}/bulk?${query}`, text, { 'content-type': 'text/csv; charset=utf-8' });

  test('200: assigns all seats in order', async () => {
    const purchase = await seats.order(1000);
    const people = Array.from({ length: 300 }, (_, index) => ({ email: `bulk-${index}@acme.example` }));
    const [ada] = people as [object];
    Object.assign(ada, { name: 'Ada', external_member_id: 'bulk-ada', metadata: { team: 'core' } });
    const { status, body } = await bulk({ order_id: purchase.id, seats: people });
    expect(status).toBe(200);
    expect(body.seats.map(({ email }: { email: string }) => email)).toEqual(people.map(({ email }) => email));
    expect(body.seats[0]).toMatchObject({ member: { name: 'Ada', external_id: 'bulk-ada' }, seat_metadata: { team: 'core' } });
    expect(await seats.list(purchase)).toMatchObject({ available_seats: 700, total_seats: 1000 });
  });

  test('200: accepts CSV with quoting', async () => {
    const purchase = await seats.subscription(5);
    const text = '\ufeffemail,name,external_member_id\r\none@csv.example,"Lovelace, ""Ada""",csv-1\r\ntwo@csv.example,,\r\n\r\n';
    const { status, body } = await csv(text, `subscription_id=${purchase.id}`);
    expect(status).toBe(200);
    expect(body.seats).toMatchObject([
      { member: { email: 'one@csv.example', name: 'Lovelace, "Ada"', external_id: 'csv-1' } },
      { member: { email: 'two@csv.example', name: null, external_id: null } },
    ]);
  });

  test.each<[string, (text: string) => string | Buffer]>([
    ['semicolons', (text) => text.replaceAll(',', ';')],
    ['tabs, and columns in other cases', (text) => text.replaceAll(',', '\t').replace(/^.*/, 'EMAIL\tName\tExternal Member ID')],
    ['a separator that the first line names', (text) => `sep=;\r\n${text.replaceAll(',', ';')}`],
    ['empty columns and lines behind the others', (text) => `${text.trimEnd().replaceAll('\n', ',,\n')},,\r\n,,,,\r\n`],
    ['ends of lines of an old Mac', (text) => text.replaceAll('\r\n', '\r')],
    ['UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['Windows-1252', (text) => Buffer.from(text, 'latin1')],
  ])('200: accepts CSV with %s', async (_what, write) => {
    const purchase = await seats.subscription(5);
    const [one, two] = [uniqueEmail(), uniqueEmail()];
    const text = `email,name,external_member_id\r\n${one}, Jörg ,1\r\n${two},,\r\n`;
    const url = `${SEATS}/bulk?subscription_id=${purchase.id}`;
    const { status, body } = await fixture.seller('POST', url, write(text), { 'content-type': 'text/csv' });
    expect([status, body.seats?.map(({ member }: Answer['body']) => [member.email, member.name])]).toEqual([
      200,
      [
        [one, 'Jörg'],
        [two, null],
      ],
    ]);
  });

  test('422: refuses CSV whose encoding is not known', async () => {
    const purchase = await seats.subscription(5);
    const bytes = Buffer.from(`email,name\r\n${uniqueEmail()},Dvo\u00f8\u00e1k\r\n`, 'latin1');
    const url = `${SEATS}/bulk?subscription_id=${purchase.id}`;
    const { status, body } = await fixture.seller('POST', url, bytes, { 'content-type': 'text/csv' });
    expect([status, body.detail[0].msg]).toEqual([422, expect.stringContaining('save it with that encoding')]);
  });

  test('400, 404: assigns none if one recipient cannot have a seat', async () => {
    const purchase = await seats.subscription(2);
    const of = (...emails: string[]) => ({ subscription_id: purchase.id, seats: emails.map((email) => ({ email })) });
    const { email } = await seats.seat(purchase);
    expect(refusal(await unchanged(() => bulk(of(uniqueEmail(), uniqueEmail()))))).toEqual([400, 'SeatNotAvailable']);
    expect(refusal(await unchanged(() => bulk(of(email))))).toEqual([400, 'SeatAlreadyAssigned']);
    expect(await seats.list(purchase)).toMatchObject({ available_seats: 1 });
    expect((await bulk({ order_id: purchase.id, seats: [{ email: uniqueEmail() }] })).body).toEqual(NOT_FOUND);
  });

  test('422: with the position of each error', async () => {
    const { id: subscription_id } = await seats.subscription(2);
    const where = `subscription_id=${subscription_id}`;
    const many = Array.from({ length: 1001 }, () => ({ email: uniqueEmail() }));
    expect(wrong(await bulk({ subscription_id, seats: [{ email: uniqueEmail() }, { email: 'x' }, {}] }))).toEqual([
      422,
      [
        ['body.seats.1.email', 'value_error'],
        ['body.seats.2.email', 'missing'],
      ],
    ]);
    expect(wrong(await bulk({ subscription_id, seats: [] }))).toEqual([422, [['body.seats', 'too_short']]]);
    expect(wrong(await bulk({ subscription_id, seats: many }))).toEqual([422, [['body.seats', 'too_long']]]);
    expect(wrong(await bulk({ seats: [{ email: uniqueEmail() }] }))).toEqual([422, [['body', 'value_error']]]);
    expect(wrong(await csv('email\nx\n', where))).toEqual([422, [['body.seats.0.email', 'value_error']]]);
    const long = `email,external_member_id\n${uniqueEmail()},${'x'.repeat(256)}\n`;
    expect(wrong(await csv(long, where))).toEqual([422, [['body.seats.0.external_member_id', 'string_too_long']]]);
    for (const text of [
      '',
      'name\nAda\n',
      'email,email\na,b\n',
      'email,age\na,b\n',
      'email\n"open',
      'email,name\na\n',
      'email\n"a"b\n',
    ]) {
      expect([text, wrong(await csv(text, where))]).toEqual([text, [422, [['body', 'value_error']]]]);
    }
    expect(wrong(await csv('email\na@b.example\n', ''))).toEqual([422, [['body', 'value_error']]]);
    expect((await fixture.seller('POST', SEATS, 'email', { 'content-type': 'text/csv' })).status).toBe(415);
  });
});

describe('POST /v1/customer-seats/release-expired', () => {
  const release = (body: object, by = fixture.seller) => by('POST', `${SEATS}/release-expired`, body);

  test('200: frees pending seats whose invitation has expired', async () => {
    const purchase = await seats.subscription(4);
    const [expired, claimed, pending] = [await seats.seat(purchase), await seats.seat(purchase), await seats.seat(purchase)];
    await seats.claim(await seats.invitation(claimed));
    for (const { id } of [expired, claimed]) await expire(id);
    expect(await release(purchaseParam(purchase))).toMatchObject({ status: 200, body: { released: 1 } });
    const listed = await seats.list(purchase);
    expect(listed.available_seats).toBe(2);
    expect(listed.seats).toMatchObject([{ status: 'revoked' }, { status: 'claimed' }, { id: pending.id, status: 'pending' }]);
    expect((await release(purchaseParam(purchase))).body).toEqual({ released: 0 });
  });

  test('404, 422', async () => {
    const purchase = await seats.order(1);
    expect((await release(purchaseParam(purchase), outsider)).body).toEqual(NOT_FOUND);
    expect(wrong(await release({}))).toEqual([422, [['body', 'value_error']]]);
  });
});

describe('seats of 500,000.00 USD each', () => {
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 50_000_000 }];
  const terms = { amountType: 'seat_based', seatTiers: { seatTierType: 'volume', tiers } } as const;
  const prices = [{ currency: 'usd', taxBehavior: null, terms }];
  const tooDear = [422, [['body.seats', 'value_error']]];

  test('422: cannot be bought if the amount overflows', async () => {
    const { id: customer_id } = await fixture.customer();
    const [monthly, once] = [await fixture.product({ every: 'month', prices }), await fixture.product({ prices })];
    for (const [url, product_id] of [
      ['/v1/subscriptions/', monthly.id],
      ['/v1/orders/', once.id],
    ] as const) {
      const buy = (many: number) => fixture.seller('POST', url, { product_id, customer_id, seats: many });
      expect(wrong(await unchanged(() => buy(43)))).toEqual(tooDear);
      expect(await buy(42)).toMatchObject({ status: 201, body: { seats: 42 } });
    }
  });

  test('422: cannot be increased if the amount overflows; the pool stays unchanged', async () => {
    const [{ id: product_id }, { id: customer_id }] = [
      await fixture.product({ every: 'month', prices }),
      await fixture.customer(),
    ];
    const purchase = await fixture.create('/v1/subscriptions/', { product_id, customer_id, seats: 2 });
    const buy = (many: number) => fixture.seller('PATCH', `/v1/subscriptions/${purchase.id}`, { seats: many });
    expect(wrong(await unchanged(() => buy(2_147_483_647)))).toEqual(tooDear);
    expect(await seats.list(purchase)).toMatchObject({ total_seats: 2 });
    expect((await buy(3)).body).toMatchObject({ seats: 3, amount: 150_000_000 });
  });
});

describe('PATCH /v1/subscriptions/{id} with seats', () => {
  const buy = (id: string, body: object) => fixture.seller('PATCH', `/v1/subscriptions/${id}`, body);

  test('200: changes the pool, and seats and amount of the subscription', async () => {
    const purchase = await seats.subscription(2);
    expect(await buy(purchase.id, { seats: 5, proration_behavior: 'prorate' })).toMatchObject({
      status: 200,
      body: { seats: 5, amount: 500, modified_at: expect.stringMatching(TIME) },
    });
    await seats.seat(purchase);
    await seats.seat(purchase);
    expect((await buy(purchase.id, { seats: 2 })).body).toMatchObject({ seats: 2, amount: 200 });
    expect(await seats.list(purchase)).toMatchObject({ available_seats: 0, total_seats: 2 });
    expect((await unchanged(() => buy(purchase.id, { seats: 2 }))).body).toMatchObject({ seats: 2 });
  });

  test('400, 403, 404, 422: errors change nothing', async () => {
    const purchase = await seats.subscription(3);
    for (let i = 0; i < 2; i++) await seats.seat(purchase);
    const refused = async (body: object) => refusal(await unchanged(() => buy(purchase.id, body)));
    expect(await refused({ seats: 1 })).toEqual([400, 'SeatsAlreadyAssigned']);
    expect(await refused({ seats: 1_000_001 })).toEqual([400, 'AboveMaximumSeats']);
    for (const body of [{ seats: 0 }, { seats: null }, { seats: 2, status: 'active' }, { seats: 3, proration_behavior: 'x' }]) {
      expect((await unchanged(() => buy(purchase.id, body))).status).toBe(422);
    }
    expect((await outsider('PATCH', `/v1/subscriptions/${purchase.id}`, { seats: 5 })).body).toEqual(NOT_FOUND);
    const { id: product_id } = await fixture.product({ every: 'month' });
    const seatless = await fixture.create('/v1/subscriptions/', { product_id, customer_id: (await fixture.customer()).id });
    expect(refusal(await buy(seatless.id, { seats: 2 }))).toEqual([400, 'NotASeatBasedSubscription']);
    await fixture.seller('DELETE', `/v1/subscriptions/${purchase.id}`);
    expect(await refused({ seats: 5 })).toEqual([403, 'AlreadyCanceledSubscription']);
  });
});
