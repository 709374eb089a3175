import { newId, ResourceNotFound } from '#kernel';
import type { Filter } from '../src/domain/filter.ts';
import type { Meters } from '../src/domain/meters.ts';
import { aMeter, ORGANIZATION, OTHER_ORGANIZATION } from './meter.builder.ts';

export interface OpenedMeters {
  readonly meters: Meters;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00Z');
const OWN_ORGANIZATIONS = [ORGANIZATION];
const UNUSED = { activeProducts: false, activeBenefits: false };
const FILTER_OF_250: Filter = {
  conjunction: 'or',
  clauses: Array.from({ length: 250 }, () => ({ property: 'n', operator: 'eq', value: 1 })),
};

/** The tests that every implementation of the port `Meters` passes. */
export function metersContract(storage: string, open: () => Promise<OpenedMeters>): void {
  describe(`meters in ${storage}`, () => {
    let opened: OpenedMeters;
    let meters: Meters;
    beforeAll(async () => {
      opened = await open();
      meters = opened.meters;
    });
    afterAll(() => opened.close());

    const addMeter = async (builder = aMeter()): Promise<string> => {
      const meter = builder.build();
      await meters.add(meter);
      return meter.id;
    };

    test('a meter is stored as it is, and a change is visible to the next change', async () => {
      const filter = { conjunction: 'or', clauses: [{ property: 'n', operator: 'lt', value: -1 }] } as const;
      const id = await addMeter(aMeter().counting(filter).summing('n').measuredIn('custom', 'kT', 1000));
      const which = { id, organizations: OWN_ORGANIZATIONS };
      const before = await meters.change(which, (meter, known) => {
        meter.update({ name: 'Tokens', isArchived: true }, { ...UNUSED, ...known }, NOW);
        meter.setThresholds([2, 1.5], NOW);
        return {
          filter: meter.snapshot.filter,
          aggregation: meter.snapshot.aggregation,
          label: meter.snapshot.customLabel,
          hasCounted: known.hasCounted,
        };
      });
      expect(before).toEqual({ filter, aggregation: { func: 'sum', property: 'n' }, label: 'kT', hasCounted: false });
      expect(
        await meters.change(which, ({ snapshot: { name, thresholds }, isArchived }) => ({ name, isArchived, thresholds })),
      ).toEqual({
        name: 'Tokens',
        isArchived: true,
        thresholds: [1.5, 2],
      });
    });

    test('a rejected change stores nothing', async () => {
      const id = await addMeter();
      const rejected = meters.change({ id, organizations: OWN_ORGANIZATIONS }, (meter, known) =>
        meter.update({ isArchived: true }, { ...UNUSED, ...known, activeProducts: true }, NOW),
      );
      await expect(rejected).rejects.toThrow('active products');
      expect(await meters.change({ id, organizations: OWN_ORGANIZATIONS }, ({ isArchived }) => isArchived)).toBe(false);
    });

    test.each([
      ['100 meters', 'body', 101, aMeter()],
      ['1,000 clauses', 'filter', 5, aMeter().counting(FILTER_OF_250)],
    ])(
      'an organization has at most %s, even if all are added at once, and archived ones do not count',
      async (_what, at, number, builder) => {
        const organizationId = newId();
        const organizations = [organizationId];
        const builders = Array.from({ length: number }, () => builder.of(organizationId).build());
        const outcomes = await Promise.allSettled(builders.map((meter) => meters.add(meter)));
        const refused = outcomes.flatMap((each, index) =>
          each.status === 'rejected' ? [{ meter: builders[index]!, ...each }] : [],
        );
        expect(refused).toHaveLength(1);
        expect(refused[0]!.reason.errors).toMatchObject([{ path: at === 'body' ? [] : [at], type: 'too_long' }]);

        const { meter } = refused[0]!;
        const [archived, other] = builders.filter((each) => each !== meter).map(({ id }) => ({ id, organizations }));
        const archive = (isArchived: boolean) =>
          meters.change(archived!, (each, known) => each.update({ isArchived }, { ...UNUSED, ...known }, NOW));
        await archive(true);
        await meters.add(meter);
        await expect(archive(false)).rejects.toThrow('at most');
        await meters.change(other!, (each, known) => each.update({ name: 'Renamed' }, { ...UNUSED, ...known }, NOW));
      },
    );

    test('unknown and foreign meters are not found', async () => {
      const foreign = await addMeter(aMeter().of(OTHER_ORGANIZATION));
      for (const id of [newId(), foreign]) {
        await expect(meters.change({ id, organizations: OWN_ORGANIZATIONS }, () => 'seen')).rejects.toThrow(ResourceNotFound);
        await expect(meters.organizationOf({ id, organizations: OWN_ORGANIZATIONS })).rejects.toThrow(ResourceNotFound);
      }
      expect(await meters.organizationOf({ id: foreign, organizations: [...OWN_ORGANIZATIONS, OTHER_ORGANIZATION] })).toBe(
        OTHER_ORGANIZATION,
      );
    });
  });
}
