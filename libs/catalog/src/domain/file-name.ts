/** File names become the last segment of URLs, so they contain no path separators. The pattern is part of the OpenAPI document. */
export const FILE_NAME = {
  max: 255,
  // oxlint-disable-next-line no-control-regex
  pattern: /^(?!\.{1,2}$)[^/\\\u0000-\u001f\u007f]*$/,
} as const;

export const isFileName = (name: string): boolean =>
  name !== '' && [...name].length <= FILE_NAME.max && FILE_NAME.pattern.test(name);
