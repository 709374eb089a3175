import { daysAfterNow, NOW } from '../../testing/purchase.builder.ts';
import { NO_PROVIDER, ProviderRenewal } from './provider-renewal.ts';

test('a renewal is missing a day after its period, and at its end if the subscription ends with it', () => {
  const renewal = new ProviderRenewal({ ...NO_PROVIDER, providerRevision: 1 });
  renewal.expectAfter(daysAfterNow(30), false);
  expect([30, 31].map((day) => renewal.isMissing(daysAfterNow(day)))).toEqual([false, true]);
  renewal.expectAfter(daysAfterNow(30), true);
  expect([29, 30].map((day) => renewal.isMissing(daysAfterNow(day)))).toEqual([false, true]);
});

test('without a provider nothing is expected of it, and each of its states is known once', () => {
  const state = { ...NO_PROVIDER };
  const renewal = new ProviderRenewal(state);
  renewal.expectAfter(daysAfterNow(30), false);
  expect([renewal.exists, renewal.isMissing(daysAfterNow(99)), renewal.knows({ toldAt: NOW, revision: 1 })]).toEqual([
    false,
    false,
    false,
  ]);
  Object.assign(state, { providerToldAt: NOW, providerRevision: 2 });
  expect([renewal.exists, ...[1, 2, 3].map((revision) => renewal.knows({ toldAt: NOW, revision }))]).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
