/** Licences, by their SPDX names, under which a site may be run and changed without giving its own source away. */
export const ALLOWED_LICENCES: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  // Ask for the source of the package itself where it is changed, not of what uses it.
  'LGPL-3.0-or-later',
  'MPL-2.0',
]);

/**
 * Whether one of the ways an SPDX expression offers is allowed as a whole; brackets within brackets are not understood, thus not allowed.
 * @example isAllowedLicence('(MIT OR GPL-3.0-only)') // true
 * @example isAllowedLicence('MIT AND GPL-3.0-only') // false
 */
export function isAllowedLicence(expression: string): boolean {
  const bare = /^\(([^()]*)\)$/.exec(expression.trim())?.[1] ?? expression.trim();
  return bare.split(/ OR /i).some((way) => way.split(/ AND /i).every((licence) => ALLOWED_LICENCES.has(licence.trim())));
}
