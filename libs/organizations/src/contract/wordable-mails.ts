import { ResourceNotFound, ValidationFailed } from '#kernel';
import { mailTemplates, type MailWording } from '#support/mails';

/** A mail that sellers may write. Throws `ResourceNotFound`. */
export function wordableMail(mail: string) {
  const template = mailTemplates().find(({ name }) => name === mail);
  if (!template?.wordable) throw new ResourceNotFound();
  return { preview: template.preview.bind(template), ...template.wordable };
}

/** Throws `ValidationFailed` if the mail cannot have the text. */
export function assertUsable(mail: string, wording: MailWording): void {
  const found = wordableMail(mail).problemOf(wording);
  if (found) throw ValidationFailed.at([found.field], found.problem, wording[found.field]);
}
