import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, Clock, type CustomerAccess, ResourceNotFound } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import { type CreditedBalance, creditsSeenAt, readerOf } from '../adapters/persistence/sql/credits-of-balance.ts';
import type { CustomerMeterCreditView, PortalCreditView } from './customer-meter-credit.view.ts';
import { PortalMeters } from './portal-meters.ts';

/** The credits of a customer meter that have an end or a priority and have not ended, in the order in which they are used. Throws `ResourceNotFound`. */
export class ListCredits extends Query<Page<CustomerMeterCreditView>> {
  constructor(
    readonly access: Access,
    readonly customerMeterId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** The same for the customer. */
export class ListPortalCredits extends Query<Page<PortalCreditView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly customerMeterId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@Injectable()
export class CreditsOfMeters {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  async page(id: string, organizations: readonly string[], paging: Paging): Promise<Page<CustomerMeterCreditView>> {
    const reader = readerOf(readDb<object>(this.em));
    const [balance] = await reader.rows(sql<CreditedBalance>`
      select organization_id as "organizationId", customer_id as "customerId", subject_id as "subjectId", meter_id as "meterId"
      from metering.customer_meters where id = ${id} and organization_id = any(${organizations}::uuid[])`);
    if (!balance) throw new ResourceNotFound();
    const { credits, consumed } = await creditsSeenAt(reader, balance, this.clock.now(balance.organizationId));
    credits.draw(consumed);
    const open = credits.inOrderOfUse.map((credit) => ({
      id: credit.id,
      created_at: credit.at,
      units: credit.units.toNumber(),
      units_left: credit.left.toNumber(),
      priority: credit.priority,
      expires_at: credit.expiresAt,
      rollover: credit.rollover,
      benefit_grant_id: credit.grantId,
    }));
    return toPage(open.slice(offsetOf(paging), offsetOf(paging) + paging.limit), open.length, paging);
  }
}

@QueryHandler(ListCredits)
export class ListCreditsHandler implements IQueryHandler<ListCredits> {
  constructor(private readonly credits: CreditsOfMeters) {}

  execute({ access, customerMeterId, paging }: ListCredits): Promise<Page<CustomerMeterCreditView>> {
    return this.credits.page(customerMeterId, access.visible, paging);
  }
}

@QueryHandler(ListPortalCredits)
export class ListPortalCreditsHandler implements IQueryHandler<ListPortalCredits> {
  constructor(
    private readonly meters: PortalMeters,
    private readonly credits: CreditsOfMeters,
  ) {}

  async execute({ access, customerMeterId, paging }: ListPortalCredits): Promise<Page<PortalCreditView>> {
    const { id } = await this.meters.get(access, customerMeterId);
    const { items, pagination } = await this.credits.page(id, [access.organizationId], paging);
    return { items: items.map(({ benefit_grant_id: _grant, ...credit }) => credit), pagination };
  }
}
