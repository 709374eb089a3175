import { aDashboard, NOW } from '../../testing/dashboard.builder.ts';
import { Dashboard, MAX_DASHBOARDS } from './dashboard.ts';

test('a dashboard shows each metric once, in the order in which they are given', () => {
  const dashboard = aDashboard({ metrics: ['revenue', 'orders', 'revenue'] });
  expect(dashboard.snapshot.metrics).toEqual(['revenue', 'orders']);
  dashboard.update({ metrics: ['ltv', 'ltv', 'costs'] }, NOW);
  expect(dashboard.snapshot).toMatchObject({ name: 'Overview', metrics: ['ltv', 'costs'], modifiedAt: NOW });
});

test('a change keeps what is left out', () => {
  const dashboard = aDashboard({ metrics: ['revenue'] });
  dashboard.update({ name: 'Money' }, NOW);
  expect(dashboard.snapshot).toMatchObject({ name: 'Money', metrics: ['revenue'] });
});

test('an organization has a limited number of dashboards', () => {
  expect(() => Dashboard.assertFits(MAX_DASHBOARDS - 1)).not.toThrow();
  expect(() => Dashboard.assertFits(MAX_DASHBOARDS)).toThrow('at most');
});
