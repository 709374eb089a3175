import { newId, NotPermitted, ResourceNotFound } from '#kernel';
import { MAX_DASHBOARDS } from '../src/domain/dashboard.ts';
import type { Dashboards } from '../src/domain/dashboards.ts';
import { aDashboard, NOW, ORGANIZATION, OTHER_ORGANIZATION } from './dashboard.builder.ts';

export interface OpenedDashboards {
  readonly dashboards: Dashboards;
  close(): Promise<void>;
}

const OWN_ORGANIZATIONS = [ORGANIZATION];

/** The tests that every implementation of the port `Dashboards` passes. */
export function dashboardsContract(storage: string, open: () => Promise<OpenedDashboards>): void {
  describe(`dashboards in ${storage}`, () => {
    let opened: OpenedDashboards;
    let dashboards: Dashboards;
    beforeAll(async () => {
      opened = await open();
      dashboards = opened.dashboards;
    });
    afterAll(() => opened.close());

    test('a dashboard is stored as it is, and a change is visible to the next change', async () => {
      const dashboard = aDashboard({ metrics: ['revenue', 'orders'] });
      await dashboards.add(dashboard);
      const which = { id: dashboard.id, organizations: OWN_ORGANIZATIONS };
      expect(await dashboards.change(which, ({ snapshot: { name, metrics } }) => ({ name, metrics }))).toEqual({
        name: 'Overview',
        metrics: ['revenue', 'orders'],
      });
      await dashboards.change(which, (stored) => stored.update({ metrics: [] }, NOW));
      expect(await dashboards.change(which, ({ snapshot }) => [snapshot.metrics, snapshot.modifiedAt])).toEqual([[], NOW]);
    });

    test('a removed dashboard is gone; one whose check fails stays', async () => {
      const dashboard = aDashboard();
      await dashboards.add(dashboard);
      const which = { id: dashboard.id, organizations: OWN_ORGANIZATIONS };
      const refused = dashboards.remove(which, () => {
        throw new NotPermitted('no');
      });
      await expect(refused).rejects.toThrow('no');
      await dashboards.remove(which, () => undefined);
      await expect(dashboards.remove(which, () => undefined)).rejects.toThrow(ResourceNotFound);
      await expect(dashboards.change(which, () => 'seen')).rejects.toThrow(ResourceNotFound);
    });

    test('unknown and foreign dashboards are not found', async () => {
      const foreign = aDashboard({ organizationId: OTHER_ORGANIZATION });
      await dashboards.add(foreign);
      for (const id of [newId(), foreign.id]) {
        const which = { id, organizations: OWN_ORGANIZATIONS };
        await expect(dashboards.change(which, () => 'seen')).rejects.toThrow(ResourceNotFound);
        await expect(dashboards.remove(which, () => undefined)).rejects.toThrow(ResourceNotFound);
      }
    });

    test('an organization has a limited number of dashboards, even if all are added at once', async () => {
      const organizationId = newId();
      const all = Array.from({ length: MAX_DASHBOARDS + 1 }, () => aDashboard({ organizationId }));
      const outcomes = await Promise.allSettled(all.map((dashboard) => dashboards.add(dashboard)));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
        { reason: { errors: [{ path: [], type: 'too_long' }] } },
      ]);
      await dashboards.add(aDashboard({ organizationId: newId() }));
    });
  });
}
