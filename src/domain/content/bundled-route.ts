/** What Astro builds from a row of the route map: a path in each enabled language, and the kind of page. */
export interface BundledRoute {
  name: string;
  type: string;
  isForm: boolean;
  /** By language. */
  paths: Readonly<Record<string, string>>;
}

/** The part of a row of routes.json that is bundled; everything else is read with each version, as texts are. */
export const bundledRoute = (
  { name, type, form, paths }: { name: string; type: string; form?: string; paths: Record<string, string> },
  languages: readonly string[],
): BundledRoute => ({
  name,
  type,
  isForm: Boolean(form),
  paths: Object.fromEntries(languages.map((language) => [language, paths[language] ?? ''])),
});
