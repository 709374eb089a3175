import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import type { MailWording } from '#support/mails';
import { assertUsable, wordableMail } from '../contract/wordable-mails.ts';
import { MailTexts, type WhichMailText } from '../domain/mail-texts.ts';

/** Gives a mail a text of the organization. Throws `ResourceNotFound` for mails that have none, and `ValidationFailed`. */
export class PutMailText extends Command<void> {
  constructor(
    readonly access: Access,
    readonly which: WhichMailText,
    readonly wording: MailWording,
  ) {
    super();
  }
}

/** Gives a mail the text of the service again. */
export class RemoveMailText extends Command<void> {
  constructor(
    readonly access: Access,
    readonly which: WhichMailText,
  ) {
    super();
  }
}

@CommandHandler(PutMailText)
export class PutMailTextHandler implements ICommandHandler<PutMailText> {
  constructor(
    private readonly texts: MailTexts,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, which, wording }: PutMailText): Promise<void> {
    access.assertSees(which.organizationId);
    access.assertCanManage(which.organizationId);
    assertUsable(which.mail, wording);
    await this.texts.put({ ...which, ...wording, modifiedAt: this.clock.now() });
  }
}

@CommandHandler(RemoveMailText)
export class RemoveMailTextHandler implements ICommandHandler<RemoveMailText> {
  constructor(private readonly texts: MailTexts) {}

  async execute({ access, which }: RemoveMailText): Promise<void> {
    access.assertSees(which.organizationId);
    access.assertCanManage(which.organizationId);
    wordableMail(which.mail);
    await this.texts.remove(which);
  }
}
