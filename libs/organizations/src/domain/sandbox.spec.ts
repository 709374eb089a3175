import { newId } from '#kernel';
import { anOrganization } from '../../testing/organization.builder.ts';
import { newSandbox } from './sandbox.ts';

const NOW = new Date('2026-12-06T12:00:00Z');
const given = { slug: 'acme-sandbox', name: 'Sandbox', ownerId: newId() };

test('a sandbox sells as its organization does, is active, and belongs to whoever makes it', () => {
  const production = anOrganization()
    .with({
      profile: { name: 'Acme', defaultPresentmentCurrency: 'eur', timeZone: 'Europe/Berlin', socials: ['https://x.com/acme'] },
    })
    .withMember(newId(), 'finance')
    .build();
  production.setFeature('reset_proration_behavior_enabled', true, NOW);
  const { subscriptionSettings } = production.snapshot;
  production.update({ profile: { subscriptionSettings: { ...subscriptionSettings, proration_behavior: 'reset' } } }, NOW);
  const sandbox = newSandbox(production, given, NOW);
  expect(sandbox.snapshot).toMatchObject({
    slug: 'acme-sandbox',
    name: 'Sandbox',
    sandboxOf: production.id,
    status: 'active',
    defaultPresentmentCurrency: 'eur',
    timeZone: 'Europe/Berlin',
    subscriptionSettings: { proration_behavior: 'reset' },
    socials: [{ platform: 'x', url: 'https://x.com/acme' }],
    members: { [given.ownerId]: 'owner' },
  });
  expect([sandbox.sender.sandboxId, production.sender.sandboxId]).toEqual([sandbox.id, null]);
});

test('a sandbox has no sandboxes', () => {
  const sandbox = newSandbox(anOrganization().build(), given, NOW);
  expect(() => newSandbox(sandbox, given, NOW)).toThrow('A sandbox has no sandboxes of its own.');
});

test('a sandbox is deleted once, by its organization: nobody belongs to it, and its slug and its place are free', () => {
  const production = anOrganization().build();
  const sandbox = newSandbox(production, given, NOW);
  expect(() => sandbox.deleteAsSandboxOf(newId(), NOW)).toThrow('The organization has no such sandbox.');
  expect(() => production.deleteAsSandboxOf(production.id, NOW)).toThrow('Only sandboxes can be deleted.');
  sandbox.deleteAsSandboxOf(production.id, NOW);
  expect(sandbox.snapshot).toMatchObject({
    slug: `deleted-${sandbox.id}`,
    deletedAt: NOW,
    creatorId: null,
    members: {},
    status: 'blocked',
    capabilities: { api_access: false },
  });
  expect(() => sandbox.deleteAsSandboxOf(production.id, NOW)).toThrow('no such sandbox');
});
