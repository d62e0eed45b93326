/**
 * The URL of a page of the portal about a property, without a property that of the list: on the site for its owner, in
 * the studio for staff who see what the owner sees.
 */
export function sectionHref(
  { site, language, seenAs }: Pick<App.Locals, 'site' | 'language' | 'seenAs'>,
  section: string,
  property?: string,
): string {
  const base = seenAs ? `/studio/owners/${seenAs.owner.id}/${section}/` : (site.paths.find(section, language) ?? '');
  return property === undefined ? base : `${base}?property=${property}`;
}
