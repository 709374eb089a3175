import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { KeyRefusals } from '#licensing';
import { EndCredits } from '#metering';
import { type Answer, callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { deactivationFile, requestFile } from '../support/offline-files.ts';
import { pathOf, seedFile } from '../support/seed-file.ts';
import type { WebhookFixture } from '../support/webhook-fixture.ts';

type Body = Answer['body'];
type Change = (method: 'PATCH' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => Promise<Body>;

const KEYS = '/v1/customer-portal/license-keys';

/** Steps that fire kinds of this service. Each is told once, with the resource as the API returns it. */
export function extensionSteps(fixture: WebhookFixture, change: Change) {
  const { id: organization_id } = fixture.ours.organization;
  const get = async (url: string): Promise<Body> => (await fixture.seller('GET', url)).body;

  /** What an event has besides its kind and time. Throws unless there is one of this kind about the resource. */
  async function told(type: string, id: string): Promise<Body> {
    const events = (): Body[] =>
      fixture.receiver.received
        .filter(({ path }) => path === '/all')
        .map(({ body }) => JSON.parse(body) as Body)
        .filter((event) => event.type === type && event.data.id === id);
    await eventually(() => events().length > 0);
    await fixture.delivered();
    const [{ type: _type, timestamp: _timestamp, api_version: _version, ...rest }, ...others] = events();
    expect(others).toEqual([]);
    return rest;
  }

  /** What the last entry of the audit log says about fields of the resource. */
  async function changesOf(data: Body): Promise<Body> {
    const [{ action, changes }] = (await get(`/v1/audit-log/?resource_id=${data.id}`)).items;
    return action === 'updated' ? Object.fromEntries(Object.entries(changes).filter(([field]) => field in data)) : {};
  }
  const bySystem = { id: null, type: 'system', credential_id: null };
  const byUser = { id: fixture.ours.user.id, type: 'user', credential_id: expect.any(String) };
  const bySeller = { id: organization_id, type: 'organization', credential_id: expect.any(String) };

  return {
    async orders(): Promise<void> {
      const product = await fixture.product();
      const { id: customer_id } = await fixture.customer();
      const order = await fixture.create('/v1/orders/', { product_id: product.id, customer_id });
      for (const operation of ['void', 'unvoid']) {
        await change('POST', `/v1/orders/${order.id}/${operation}`);
        const data = await get(`/v1/orders/${order.id}`);
        expect(await told(`order.${operation}ed`, order.id)).toEqual({ data, changes: await changesOf(data), actor: bySeller });
      }
      const dispute = await change('POST', '/v1/disputes/', { order_id: order.id, payment_id: 'ch_1', amount: 1 });
      expect(await told('dispute.created', dispute.id)).toEqual({ data: dispute, changes: {}, actor: bySeller });
      const data = await change('PATCH', `/v1/disputes/${dispute.id}`, { status: 'under_review' });
      expect(await told('dispute.updated', dispute.id)).toEqual({ data, changes: await changesOf(data), actor: bySeller });
    },

    async usage(): Promise<void> {
      const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'call' }] };
      const meter = await fixture.create('/v1/meters/', { name: 'Calls', filter, aggregation: { func: 'count' } });
      await change('PUT', `/v1/meters/${meter.id}/thresholds`, { thresholds: [2] });
      const properties = { meter_id: meter.id, units: 70, rollover: false };
      const credit = await fixture.create('/v1/benefits/', { type: 'meter_credit', description: 'Calls', properties });
      const product = await fixture.product({ benefits: [credit.id] });
      const { id: customer_id } = await fixture.customer();
      await change('POST', '/v1/orders/', { product_id: product.id, customer_id });
      const [{ id }] = (await get(`/v1/customer-meters/?customer_id=${customer_id}&meter_id=${meter.id}`)).items;
      const data = { ...(await get(`/v1/customer-meters/${id}`)), units: 70, rollover: false };
      expect(await told('customer_meter.credited', id)).toEqual({ data, changes: {}, actor: bySystem });
      const event = { name: 'call', customer_id };
      await change('POST', '/v1/events/ingest', { events: [event] });
      const unused = await change('POST', `/v1/customer-meters/${id}/reset`, { reason: 'An outage' });
      expect(await told('customer_meter.reset', id)).toEqual({ data: { ...unused, units: 1 }, changes: {}, actor: bySeller });
      await change('POST', '/v1/events/ingest', { events: [event, event] });
      const reached = await told('customer_meter.threshold_reached', id);
      expect(reached).toEqual({ data: { ...(await get(`/v1/customer-meters/${id}`)), threshold: 2 }, changes: {}, actor: null });
    },

    async endOfCredit(): Promise<void> {
      const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ending' }] };
      const meter = await fixture.create('/v1/meters/', { name: 'Ending', filter, aggregation: { func: 'count' } });
      const { id: customer_id } = await fixture.customer();
      const { id } = await change('POST', '/v1/customer-meters/', { customer_id, meter_id: meter.id });
      const gift = { units: 5, expires_at: '2099-01-01T00:00:00Z', reason: 'A gift' };
      await change('POST', `/v1/customer-meters/${id}/credits`, gift);
      const [credit] = (await get(`/v1/customer-meters/${id}/credits`)).items;
      const expired_at = new Date().toISOString();
      const em = fixture.api.app.get(EntityManager).fork();
      await em.execute('update metering.credits set expires_at = ? where id = ?', [expired_at, credit.id]);
      await em.execute('update metering.customer_meters set credits_end_at = ? where id = ?', [expired_at, id]);
      await fixture.api.app.get(CommandBus).execute(new EndCredits());
      const ended = await told('customer_meter.credit_expired', id);
      const data = { ...(await get(`/v1/customer-meters/${id}`)), credit_id: credit.id, units: 5, expired_at };
      expect(ended).toEqual({ data, changes: {}, actor: bySystem });
    },

    async corrections(): Promise<void> {
      const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'correction' }] };
      const meter = await fixture.create('/v1/meters/', { name: 'Corrections', filter, aggregation: { func: 'count' } });
      await change('PUT', `/v1/meters/${meter.id}/thresholds`, { thresholds: [1] });
      const { id: customer_id } = await fixture.customer();
      const external_id = randomUUID();
      await change('POST', '/v1/events/ingest', { events: [{ name: 'correction', customer_id, external_id }] });
      await change('POST', '/v1/events/void', { external_ids: [external_id], reason: 'Sent twice' });
      const [{ id }] = (await get(`/v1/customer-meters/?customer_id=${customer_id}&meter_id=${meter.id}`)).items;
      const data = { ...(await get(`/v1/customer-meters/${id}`)), units: -1, thresholds_undone: [1] };
      expect(await told('customer_meter.corrected', id)).toEqual({ data, changes: {}, actor: bySeller });
    },

    async keys(): Promise<void> {
      const { id: customer_id } = await fixture.customer();
      const issue = async (properties: object): Promise<Body> => {
        const benefit = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'License', properties });
        return fixture.create('/v1/license-keys/', { customer_id, benefit_id: benefit.id });
      };
      /** An event of a key and one of its activations. */
      const expectTold = async (kind: string, { id, benefit_id }: Body, details: object, actor: unknown): Promise<void> => {
        const [{ key: _key, ...data }] = (await get(`/v1/license-keys/?benefit_id=${benefit_id}`)).items;
        expect(await told(`license_key.${kind}`, id)).toEqual({ data: { ...data, ...details }, changes: {}, actor });
      };
      const floating = { limit: 1, enable_customer_admin: false, mode: 'floating', checkout_seconds: 3600, overdraft: 1 };
      const overdrawn = await issue({ activations: floating });
      const activate = async (label: string): Promise<Body> => {
        const body = { key: overdrawn.key, organization_id, label };
        return (await callAs(fixture.api)('POST', `${KEYS}/activate`, body, { 'license-device': label })).body;
      };
      await activate('one');
      const { id: activation_id } = await activate('two');
      await expectTold('overdraft_used', overdrawn, { activation_id, checked_out: 2 }, null);
      for (const label of ['three', 'four']) await activate(label);
      await fixture.api.app.get<KeyRefusals>(KeyRefusals).flush();
      const code = 'ACTIVATION_LIMIT_REACHED';
      const refusal = { operation: 'activate', code, help: expect.stringMatching(/^Deactivate another device/), retry_at: null };
      await expectTold('activation_refused', overdrawn, refusal, null);

      const released = { policy: 'oldest_released', after_days: 14 };
      const lowered = await issue({ activations: { limit: 2, enable_customer_admin: false, over_limit: released } });
      for (const label of ['one', 'two'])
        await callAs(fixture.api)('POST', `${KEYS}/activate`, { key: lowered.key, organization_id, label });
      await change('PATCH', `/v1/license-keys/${lowered.id}`, { limit_activations: 1 });
      const { ends_at } = (await get(`/v1/license-keys/${lowered.id}`)).policy_state.over_limit;
      await expectTold('limit_exceeded', lowered, { taken: 2, policy: 'oldest_released', ends_at }, bySeller);

      const offline = { lease_seconds: 3600, grace_seconds: 600, max_offline_devices: 1 };
      const leased = await issue({ activations: { limit: 2, enable_customer_admin: false }, offline });
      const leasing = { request: requestFile(organization_id) };
      const { activation } = await change('POST', `/v1/license-keys/${leased.id}/offline-activation`, leasing);
      const renewal = { key: leased.key, organization_id, activation_id: activation.id };
      const renewed = await change('POST', `${KEYS}/lease`, renewal);
      await expectTold('leased', leased, { activation_id: activation.id }, bySeller);
      const lease = { organization_id, license_key_id: leased.id, activation_id: activation.id };
      const deactivation = deactivationFile({ ...lease, lease_id: decodeJwt(renewed.lease).jti! });
      await change('POST', `/v1/license-keys/${leased.id}/offline-deactivation`, { deactivation });
      await expectTold('lease_ended', leased, { activation_id: activation.id }, bySeller);
    },

    async pools(): Promise<void> {
      const { id: benefit_id } = await fixture.benefit();
      const pool = await fixture.create('/v1/license-key-pools', { name: 'Batch 8', benefit_id, low_threshold: 0 });
      await change('POST', `/v1/license-key-pools/${pool.id}/entries`, { entries: ['PUBLISHER-0000002'] });
      const data = await get(`/v1/license-key-pools/${pool.id}`);
      expect(await told('license_key_pool.filled', pool.id)).toEqual({ data, changes: await changesOf(data), actor: bySeller });
      await change('DELETE', `/v1/license-key-pools/${pool.id}`);
      const happened = { id: pool.id, name: 'Batch 8', benefit_id, available: 0, low_threshold: 0 };
      expect(await told('license_key_pool.deleted', pool.id)).toEqual({ data: happened, actor: bySeller });
    },

    async customers(): Promise<void> {
      const [source, target] = [await fixture.customer(), await fixture.customer()];
      await change('POST', `/v1/customers/${target.id}/merge`, { customer_id: source.id });
      const data = { ...(await get(`/v1/customers/${target.id}`)), merged_customer_id: source.id };
      expect(await told('customer.merged', target.id)).toEqual({ data, changes: {}, actor: bySeller });
    },

    async files(): Promise<void> {
      const file = await seedFile(fixture.seller, { service: 'downloadable' });
      const properties = { files: [file.id] };
      const benefit = await fixture.create('/v1/benefits/', { type: 'downloadables', description: 'The app', properties });
      const product = await fixture.product({ benefits: [benefit.id] });
      const { id: customer_id } = await fixture.customer();
      await change('POST', '/v1/orders/', { product_id: product.id, customer_id });
      const { token } = await change('POST', '/v1/customer-sessions/', { customer_id });
      const [{ file: found }] = (await callAs(fixture.api, token)('GET', '/v1/customer-portal/downloadables/')).body.items;
      await fixture.api.app.inject({ url: pathOf(found.download.url) });
      const data = { id: file.id, benefit_id: benefit.id, customer_id };
      expect(await told('file.downloaded', file.id)).toEqual({ data, actor: null });
    },

    /** Kinds about what the team of the seller does: none says who was invited, what the token is, or where an endpoint is. */
    async team(): Promise<void> {
      const owner = callAs(fixture.api, fixture.ours.user_session);
      const wanted = { comment: 'CI', scopes: ['orders:read'], organization_id };
      const { body: made } = await owner('POST', '/v1/organization-access-tokens/', wanted);
      const { id } = made.organization_access_token;
      const granted = { id, change: 'created', comment: 'CI', scopes: ['orders:read'], expires_at: null };
      expect(await told('access_token.granted', id)).toEqual({ data: { ...granted, user_id: byUser.id }, actor: byUser });

      await owner('DELETE', `/v1/organization-access-tokens/${id}`);
      expect(await told('access_token.revoked', id)).toEqual({ data: { id, comment: 'CI' }, actor: byUser });

      await fixture.ours.tokenAs('member');
      const members = `/v1/organizations/${organization_id}/members`;
      const { user_id } = (await owner('GET', members)).body.items.find(({ role }: Body) => role === 'member');
      await owner('PATCH', `${members}/${user_id}`, { role: 'finance' });
      await owner('DELETE', `${members}/${user_id}`);
      const changes = { joined: ['member', null], updated: ['finance', byUser], removed: ['finance', byUser] };
      for (const [kind, [role, actor]] of Object.entries(changes))
        expect(await told(`organization_member.${kind}`, organization_id)).toEqual({
          data: { id: organization_id, user_id, role },
          actor,
        });

      const invited = { email: 'invited@example.net', role: 'member' };
      const { body: invitation } = await owner('POST', `/v1/organizations/${organization_id}/invitations`, invited);
      const data = { id: organization_id, invitation_id: invitation.id };
      expect(await told('organization_member.invited', organization_id)).toEqual({ data, actor: byUser });

      const gone = await fixture.endpoint('/gone?token=confidential');
      fixture.receiver.answer((response, { path }) => response.writeHead(path.startsWith('/gone') ? 410 : 200).end());
      await fixture.customer();
      await fixture.receiver.at('/gone?token=confidential', 1);
      expect(await told('webhook_endpoint.disabled', gone.id)).toEqual({
        data: { id: gone.id, reason: 'gone' },
        actor: bySystem,
      });
    },
  };
}
