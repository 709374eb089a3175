/**
 * The name of a site on which a plugin is activated, as Software Licensing stores it: without scheme, `www`, query and slash at the
 * end, in lower case. Plugins send the address as WordPress has it.
 */
export const siteOf = (url: string): string =>
  url
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z\d+.-]*:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
