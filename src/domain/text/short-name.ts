/**
 * A visitor's name as an owner sees it: no more than is needed to talk about the viewing.
 * @example shortName('Marijke Van den Berg') // 'Marijke V.'
 */
export function shortName(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/);
  return second ? `${first} ${second.charAt(0).toLocaleUpperCase()}.` : first;
}
