import { EntityManager, LockMode, raw, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync, ValidationFailed } from '#kernel';
import { recordEvents } from '#platform/outbox';
import { changeOne, inTransaction, recordChanges, recordRemovals, snapshotsOf } from '#platform/persistence';
import { EmailDomain, MOST_DOMAINS } from '../../domain/email-domain.ts';
import { EmailDomains, type WhichDomain } from '../../domain/email-domains.ts';
import { DomainVerifiedElsewhere, TooManyDomains } from '../../domain/single-sign-on.errors.ts';

const where = ({ id, organizationId }: WhichDomain): WhichDomain => ({ id, organizationId });

@Injectable()
export class MikroOrmEmailDomains extends EmailDomains {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** The lock makes additions for the same organization take turns. */
  async add(domain: EmailDomain): Promise<void> {
    const { organizationId, name } = domain;
    await inTransaction(this.em, 'new EmailDomain', async (transaction) => {
      const lock = `email-domains/${organizationId}`;
      await transaction.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [lock]);
      if ((await transaction.count(EmailDomain, { organizationId, name })) > 0) {
        throw ValidationFailed.at(['domain'], 'The organization has this domain already.', name);
      }
      if ((await transaction.count(EmailDomain, { organizationId })) >= MOST_DOMAINS) throw new TooManyDomains(MOST_DOMAINS);
      transaction.persist(domain);
      await transaction.flush();
      await recordChanges(transaction, snapshotsOf([]), [domain]);
    });
  }

  async find(which: WhichDomain): Promise<Readonly<EmailDomain>> {
    const domain = await this.em.fork().findOne(EmailDomain, where(which));
    if (!domain) throw new ResourceNotFound();
    return domain;
  }

  async change<T>(which: WhichDomain, by: (domain: EmailDomain) => Sync<T>): Promise<T> {
    try {
      return await changeOne(this.em, EmailDomain, where(which), by);
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? new DomainVerifiedElsewhere() : error;
    }
  }

  async remove(which: WhichDomain, now: () => Date): Promise<string> {
    return inTransaction(this.em, 'removed EmailDomain', async (transaction) => {
      const domain = await transaction.findOne(EmailDomain, where(which), { lockMode: LockMode.PESSIMISTIC_WRITE });
      if (!domain) throw new ResourceNotFound();
      await transaction.remove(domain).flush();
      await recordRemovals(transaction, [domain]);
      domain.revoke(now());
      await recordEvents(transaction, domain.pullEvents());
      return domain.name;
    });
  }

  checkedBy(time: Date, limit: number): Promise<EmailDomain[]> {
    const checked = raw('coalesce(checked_at, verified_at)');
    const due = { verifiedAt: { $ne: null }, [checked]: { $lte: time } };
    return this.em.fork().find(EmailDomain, due, { orderBy: { [checked]: 'asc' }, limit });
  }

  async organizationWith(name: string): Promise<string | null> {
    const domain = await this.em.fork().findOne(EmailDomain, { name, verifiedAt: { $ne: null } });
    return domain?.organizationId ?? null;
  }
}
