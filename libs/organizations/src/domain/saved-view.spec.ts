import { aSavedView, LATER } from '../../testing/saved-view.builder.ts';
import { MOST_OWN_VIEWS, MOST_SHARED_VIEWS } from './saved-view.ts';

test('a change keeps what is left out, and one that changes nothing is none', () => {
  const view = aSavedView({
    filters: [
      ['status', 'granted'],
      ['expiry', 'week'],
    ],
  });
  view.update(
    {
      name: 'Expire soon',
      filters: [
        ['expiry', 'week'],
        ['status', 'granted'],
      ],
    },
    LATER,
  );
  expect(view.snapshot).toMatchObject({
    filters: [
      ['expiry', 'week'],
      ['status', 'granted'],
    ],
    modifiedAt: null,
  });
  view.update({ name: 'This week' }, LATER);
  expect(view.snapshot).toMatchObject({
    name: 'This week',
    filters: [
      ['expiry', 'week'],
      ['status', 'granted'],
    ],
    modifiedAt: LATER,
  });
});

test('filters are limited as a whole, whether they are new or changed', () => {
  const filters = Array.from({ length: 5 }, (_, number) => [`query_${number}`, 'x'.repeat(800)] as const);
  expect(() => aSavedView({ filters })).toThrow('4000 characters');
  const view = aSavedView();
  expect(() => view.update({ name: 'Other', filters }, LATER)).toThrow('4000 characters');
  expect(view.snapshot).toMatchObject({ name: 'Expire soon', modifiedAt: null });
});

test('a user and an organization have a limited number of views', () => {
  const [shared, own] = [aSavedView(), aSavedView({ ownerId: aSavedView().snapshot.authorId })];
  expect(() => shared.assertFits(MOST_SHARED_VIEWS - 1)).not.toThrow();
  expect(() => shared.assertFits(MOST_SHARED_VIEWS)).toThrow('shares at most');
  expect(() => own.assertFits(MOST_OWN_VIEWS - 1)).not.toThrow();
  expect(() => own.assertFits(MOST_OWN_VIEWS)).toThrow('keeps at most');
});
