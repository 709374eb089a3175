import { MemberEmailMismatch, MemberNotFound } from './member.errors.ts';
import type { Member } from './member.ts';
import { normalizedEmail } from './unique-identifiers.ts';

/** A person named by id, external id or e-mail address. */
export interface MemberInput {
  readonly id?: string;
  readonly externalId?: string;
  readonly email?: string;
  readonly name?: string | null;
}

/** A member, or one to be added, and the external id that it is to have. */
export interface MemberPlace {
  readonly member: Member | null;
  readonly email: string;
  readonly name: string | null | undefined;
  externalId: string | null;
}

/** The member for each person, in order; the same place for the same member. Changes nothing but the places. */
export function chooseMembers(members: readonly Member[], people: readonly MemberInput[]): MemberPlace[] {
  const places = members.map((member): MemberPlace => {
    const { email, name, externalId } = member;
    return { member, email, name, externalId };
  });
  return people.map((person, index) => choose(places, person, index));
}

function choose(places: MemberPlace[], { id, externalId, email, name }: MemberInput, index: number): MemberPlace {
  if (id !== undefined) {
    const found = places.find(({ member }) => member?.id === id);
    if (!found) throw new MemberNotFound(index);
    return found;
  }
  const has = (place: MemberPlace, address: string): boolean => normalizedEmail(place.email) === normalizedEmail(address);
  const byExternalId = externalId === undefined ? undefined : places.find((place) => place.externalId === externalId);
  if (byExternalId && email !== undefined && !has(byExternalId, email)) throw new MemberEmailMismatch(index);
  if (byExternalId) return byExternalId;
  if (email === undefined) throw new MemberNotFound(index);
  const existing = places.find((place) => has(place, email));
  if (!existing) {
    const added = { member: null, email, name, externalId: externalId ?? null };
    places.push(added);
    return added;
  }
  if (externalId === undefined) return existing;
  if (existing.externalId !== null) throw new MemberEmailMismatch(index);
  existing.externalId = externalId;
  return existing;
}
