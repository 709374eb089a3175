import { ResourceNotFound, ValidationFailed } from '#kernel';
import { mailTemplates, type MailWording } from '#support/mails';

/** The template of a mail that sellers may write. Throws `ResourceNotFound`. */
export function wordableTemplate(mail: string) {
  const template = mailTemplates().find(({ name, placeholders }) => name === mail && placeholders !== null);
  if (!template) throw new ResourceNotFound();
  return template;
}

/** Throws `ValidationFailed` if the mail cannot have the text. */
export function assertUsable(mail: string, wording: MailWording): void {
  const found = wordableTemplate(mail).problemOf(wording);
  if (found) throw ValidationFailed.at([found.field], found.problem, wording[found.field]);
}
