import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { derivedId, newId, WallClock } from '#kernel';
import { type SentMail, SentMails } from '../domain/sent-mails.ts';

/** What became of an email that tells several customers of an event. */
interface Noted extends Omit<SentMail, 'id' | 'customerId' | 'attemptedAt'> {
  readonly customerIds: readonly string[];
  /** Null if no event is known: each attempt is then another email. */
  readonly eventId: string | null;
}

/** Notes in the list of each customer what became of an email. */
export class NoteMail extends Command<void> {
  constructor(readonly noted: Noted) {
    super();
  }
}

@CommandHandler(NoteMail)
export class NoteMailHandler implements ICommandHandler<NoteMail> {
  constructor(
    private readonly mails: SentMails,
    private readonly clock: WallClock,
  ) {}

  async execute({ noted: { customerIds, eventId, ...mail } }: NoteMail): Promise<void> {
    const attemptedAt = this.clock.now();
    for (const customerId of new Set(customerIds)) {
      const id = eventId === null ? newId('mail') : derivedId(eventId, mail.mail, mail.recipient, customerId);
      await this.mails.note({ ...mail, id, customerId, attemptedAt });
    }
  }
}
