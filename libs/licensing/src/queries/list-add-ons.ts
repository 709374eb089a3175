import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type BenefitSnapshot, FindBenefits, isAddOn } from '#catalog/contract';
import { FindOwnGrants } from '#catalog/needs';
import { FindGrantsOfSession } from '#entitlements/contract';
import { Clock, type CustomerAccess } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import { isUsableKey } from '../adapters/persistence/sql/usable-keys.ts';
import type { AddOnView } from './add-on.view.ts';
import { isOwnKey } from './visible-keys.ts';

const MOST_KEYS = 100;

/** The add-ons of a portal session that wait for a license key, or extend one that it sees: the oldest first. */
export class ListAddOns extends Query<Page<AddOnView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly paging: Paging,
  ) {
    super();
  }
}

type Row = Pick<AddOnView, 'benefit_grant_id' | 'license_key_id' | 'license_keys'>;

@QueryHandler(ListAddOns)
export class ListAddOnsHandler implements IQueryHandler<ListAddOns> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, paging }: ListAddOns): Promise<Page<AddOnView>> {
    const flags = await this.addOnsOf(access);
    const grants = flags.size === 0 ? [] : await this.queries.execute(new FindGrantsOfSession(access, [...flags.keys()]));
    if (grants.length === 0) return toPage([], 0, paging);
    const benefitOf = new Map(grants.map(({ id, benefitId }) => [id, flags.get(benefitId)!]));
    const { rows, total } = await this.placed(access, [...benefitOf.keys()], paging);
    const items = rows.map(({ benefit_grant_id, ...row }) => {
      const { id, description, values } = benefitOf.get(benefit_grant_id)!;
      return { benefit_grant_id, ...row, benefit: { id, description, values } };
    });
    return toPage(items, total, paging);
  }

  private async addOnsOf(access: CustomerAccess) {
    const granted = await this.queries.execute(new FindOwnGrants(access));
    const benefits = await this.queries.execute(new FindBenefits([...granted.keys()]));
    const shown = [...benefits.values()].filter(isAddOn).filter(isShown);
    return new Map(shown.map((benefit) => [benefit.id, benefit]));
  }

  private async placed(access: CustomerAccess, grantIds: readonly string[], paging: Paging) {
    const db = readDb<object>(this.em);
    const own = isOwnKey(access);
    const places = sql`unnest(${grantIds}::uuid[]) with ordinality as wanted (grant_id, position)
      join licensing.attached_grants g on g.organization_id = ${access.organizationId} and g.grant_id = wanted.grant_id
      where g.is_waiting or exists (select from licensing.license_keys k where k.id = g.license_key_id and ${own})`;
    const fitting = sql`select k.id, k.display_key, k.benefit_id, k.created_at from licensing.license_keys k
      where ${own} and ${isUsableKey(this.clock.now(access.organizationId), sql`g.member_id`)}
        and (g.key_benefit_id is null or k.benefit_id = g.key_benefit_id)
      order by k.created_at desc, k.id desc limit ${MOST_KEYS}`;
    const keys = sql`select json_agg(json_build_object('id', f.id, 'display_key', f.display_key, 'benefit_id', f.benefit_id)
      order by f.created_at desc, f.id desc) from (${fitting}) f`;
    const [{ rows }, total] = await Promise.all([
      sql<Row>`select g.grant_id as benefit_grant_id, g.license_key_id, coalesce((${keys}), '[]') as license_keys
        from ${places} order by wanted.position limit ${paging.limit} offset ${offsetOf(paging)}`.execute(db),
      sql<{ readonly total: number }>`select count(*) as total from ${places}`.execute(db),
    ]);
    return { rows, total: total.rows[0]!.total };
  }
}

/** Customers see public benefits only. */
const isShown = ({ visibility, is_deleted }: BenefitSnapshot): boolean => visibility === 'public' && !is_deleted;
