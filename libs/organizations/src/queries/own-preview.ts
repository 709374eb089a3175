import type { QueryBus } from '@nestjs/cqrs';
import type { Email, mailTemplates, Sender } from '#support/mails';
import { FindMailText } from './find-mail-text.ts';

/** A mail as an organization sends it, with sample data. */
export async function ownPreview(
  template: ReturnType<typeof mailTemplates>[number],
  {
    organizationId,
    sender,
    locale,
  }: { readonly organizationId: string; readonly sender: Sender; readonly locale: string | null },
  queries: QueryBus,
): Promise<Email> {
  const email = template.preview(sender, locale);
  if (!email.isWordable) return email;
  const { mail, language } = email;
  const wording = await queries.execute(new FindMailText({ organizationId, mail, language }));
  return wording ? email.inWords(wording) : email;
}
