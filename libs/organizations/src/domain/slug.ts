import { ValidationFailed } from '#kernel';

const [MIN_LENGTH, MAX_LENGTH] = [3, 64];
const FORM = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Slugs that collide with the paths of web pages. */
const RESERVED = new Set(
  (
    'benefits donations issue-funding newsletters products careers legal docs login signup oauth2 checkout embed maintainer ' +
    'dashboard feed for-you posts purchases funding rewards settings backoffice finance .well-known'
  ).split(' '),
);

/** Validates a slug and converts it to lower case. It cannot be changed later. */
export function slugFrom(given: string): string {
  const slug = given.toLowerCase();
  if (slug.length < MIN_LENGTH || slug.length > MAX_LENGTH) {
    throw ValidationFailed.at(['slug'], `A slug has ${MIN_LENGTH} to ${MAX_LENGTH} characters.`, given);
  }
  if (RESERVED.has(slug)) throw ValidationFailed.at(['slug'], 'This slug is reserved.', given);
  if (!FORM.test(slug))
    throw ValidationFailed.at(['slug'], 'The slug can only contain ASCII letters, numbers and hyphens.', given);
  return slug;
}
