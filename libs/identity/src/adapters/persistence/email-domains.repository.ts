import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager, raw } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync, ValidationFailed } from '#kernel';
import { changeOne, inTransaction } from '#engine/persistence';
import { type EmailDomain, MOST_DOMAINS } from '../../domain/email-domain.ts';
import { type DomainToCheck, EmailDomains, type WhichDomain } from '../../domain/email-domains.ts';
import { DomainVerifiedElsewhere, TooManyDomains } from '../../domain/single-sign-on.errors.ts';
import { EmailDomainMapping, emailDomainRows } from './single-sign-on.mapping.ts';

const where = ({ id, organizationId }: WhichDomain): WhichDomain => ({ id, organizationId });

@Injectable()
export class MikroOrmEmailDomains extends EmailDomains {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes additions for the same organization take turns. */
  async add(domain: EmailDomain): Promise<void> {
    const { organizationId, name } = domain.snapshot;
    await inTransaction(this.em, 'new EmailDomain', async (transaction) => {
      const lock = `email-domains/${organizationId}`;
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lock]);
      if ((await transaction.count(EmailDomainMapping, { organizationId, name })) > 0) {
        throw ValidationFailed.at(['domain'], 'The organization has this domain already.', name);
      }
      if ((await transaction.count(EmailDomainMapping, { organizationId })) >= MOST_DOMAINS)
        throw new TooManyDomains(MOST_DOMAINS);
      await emailDomainRows.insert(transaction, [domain]);
    });
  }

  async find(which: WhichDomain): Promise<Readonly<EmailDomain>> {
    const [domain] = await emailDomainRows.find(this.em.fork(), where(which));
    if (!domain) throw new ResourceNotFound();
    return domain;
  }

  async change<T>(which: WhichDomain, by: (domain: EmailDomain) => Sync<T>): Promise<T> {
    try {
      return await changeOne(this.em, emailDomainRows, where(which), by);
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new DomainVerifiedElsewhere() : error;
    }
  }

  async remove(which: WhichDomain, now: () => Date): Promise<string> {
    return inTransaction(this.em, 'removed EmailDomain', async (transaction) => {
      const locked = await emailDomainRows.lock(transaction, where(which));
      const [domain] = locked.all;
      if (!domain) throw new ResourceNotFound();
      domain.revoke(now());
      await locked.remove();
      return domain.snapshot.name;
    });
  }

  async checkedBy(time: Date, limit: number): Promise<readonly DomainToCheck[]> {
    const checked = raw('coalesce(checked_at, verified_at)');
    const due = { verifiedAt: { $ne: null }, [checked]: { $lte: time } };
    return this.em.fork().find(EmailDomainMapping, due, { orderBy: { [checked]: 'asc' }, limit });
  }

  async organizationWith(name: string): Promise<string | null> {
    const domain = await this.em.fork().findOne(EmailDomainMapping, { name, verifiedAt: { $ne: null } });
    return domain?.organizationId ?? null;
  }
}
