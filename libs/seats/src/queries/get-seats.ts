import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { BatchLoader, pairKey, readByOrganization, unzipPairs } from '#engine/persistence';
import { SeatLoader } from './seat-loader.ts';
import type { SeatView } from './seat.view.ts';

/** Seats of the organizations by id, in the order of the ids. Throws `ResourceNotFound` if one is missing. */
export class GetSeats extends Query<SeatView[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly ids: readonly string[],
  ) {
    super();
  }
}

type Row = Parameters<SeatLoader['of']>[0][number];

@QueryHandler(GetSeats)
export class GetSeatsHandler implements IQueryHandler<GetSeats> {
  /** Rows by organization and id; one statement for all that are read at the same time. */
  private readonly rows = new BatchLoader<Row>(
    (pairs) => readByOrganization(this.em, pairs, (some) => this.read(some)),
    'microtask',
  );

  constructor(
    private readonly em: EntityManager,
    private readonly seats: SeatLoader,
  ) {}

  async execute({ organizations, ids }: GetSeats): Promise<SeatView[]> {
    const pairs = organizations.flatMap((organizationId) => ids.map((id) => pairKey(organizationId, id)));
    const rows = new Map([...(await this.rows.readAll(pairs)).values()].map((row) => [row.id, row]));
    return this.seats.of(ids.map((id) => rows.get(id) ?? missing()));
  }

  private async read(pairs: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    const [organizations, ids] = unzipPairs(pairs);
    const wanted = sql<boolean>`(s.organization_id, s.id) in (
      select organization_id, id from unnest(${organizations}::uuid[], ${ids}::uuid[]) as w (organization_id, id))`;
    const rows = await this.seats.rows().select('s.organization_id').where(wanted).execute();
    return new Map(rows.map(({ organization_id, ...row }) => [pairKey(organization_id, row.id), row]));
  }
}

const missing = (): never => {
  throw new ResourceNotFound();
};
