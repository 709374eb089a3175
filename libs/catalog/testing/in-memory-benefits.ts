import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { Benefit } from '../src/domain/benefit.ts';
import { Benefits, type WhichBenefit } from '../src/domain/benefits.ts';

export class InMemoryBenefits extends Benefits {
  readonly events: DomainEvent[] = [];
  private readonly benefits = new Map<string, Benefit>();

  async add(benefit: Benefit): Promise<void> {
    this.benefits.set(benefit.id, benefit);
    this.events.push(...benefit.pullEvents());
  }

  async change<T>({ id, organizations }: WhichBenefit, by: (benefit: Benefit) => Sync<T>): Promise<T> {
    const benefit = this.benefits.get(id);
    if (!benefit || benefit.isDeleted || !organizations.includes(benefit.organizationId)) throw new ResourceNotFound();
    const outcome = by(benefit);
    this.events.push(...benefit.pullEvents());
    return outcome as T;
  }
}
