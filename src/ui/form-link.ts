/** A link to the page of a form; with JavaScript the form opens in a dialog of the page that has the link. */
export interface FormLink {
  href: string;
  'data-form': string;
  /** A bot would fetch as many forms as there are properties, none of which is to be found. */
  rel: 'nofollow';
}

/** The link to a form about a property or a project; null when the site has no page with that form. */
export function formLink(
  { site, language }: Pick<App.Locals, 'site' | 'language'>,
  form: string,
  about: { property: number } | { project: number },
): FormLink | null {
  const row = site.routes.find((one) => one.form === form);
  const [[name = '', id = 0] = []] = Object.entries(about);
  return row ? { href: `${site.paths.ofRow(row, language)}?${name}=${id}`, 'data-form': form, rel: 'nofollow' } : null;
}
