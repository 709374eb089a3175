import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindCustomers, FindMembers } from '#customer-portal/contract';
import type { BenefitGrantView } from './benefit-grant.view.ts';
import { type GrantViewRow, viewOf } from './grant-columns.ts';

/** Adds customers, members and benefits to grants, with one query per context. */
@Injectable()
export class BenefitGrantLoader {
  constructor(private readonly queries: QueryBus) {}

  async of(rows: readonly GrantViewRow[]): Promise<BenefitGrantView[]> {
    const each = (column: 'customer_id' | 'benefit_id') => [...new Set(rows.map((row) => row[column]))];
    const holders = [...new Set(rows.flatMap(({ member_id }) => member_id ?? []))];
    const [customers, members, benefits] = await Promise.all([
      this.queries.execute(new FindCustomers(each('customer_id'))),
      this.queries.execute(new FindMembers(holders)),
      this.queries.execute(new FindBenefits(each('benefit_id'))),
    ]);
    return rows.map((row) => ({
      ...viewOf(row),
      customer: customers.get(row.customer_id)!,
      member: (row.member_id && members.get(row.member_id)) || null,
      benefit: benefits.get(row.benefit_id)!,
    }));
  }
}
