/** The encoding that a `Content-Type` names; undefined if it names none. */
export const charsetOf = (type: string): string | undefined => /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(type)?.[1];
