import type { Email, EmailPart } from '#support/mails';

/** Characters that start markup or a mention. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function textOf(part: EmailPart): string {
  if (typeof part === 'string') return escaped(part);
  if ('link' in part) return `<${escaped(part.link)}|${escaped(part.label)}>`;
  return escaped(part.caption ? `${part.caption}: ${part.code}` : part.code);
}

/** Without a greeting before it, the first paragraph begins the message. */
const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What a mail says between the greeting and the name of its sender, as a message in the markup of Slack. */
export function slackText({ subject, parts }: Pick<Email, 'subject' | 'parts'>): string {
  const texts = parts.slice(1, -1).map(textOf);
  return [`*${escaped(subject)}*`, ...texts.map((text, index) => (index === 0 ? capitalized(text) : text))].join('\n\n');
}
