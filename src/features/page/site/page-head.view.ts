import type { Site } from '../../../content/site/site.ts';
import { localized } from '../../../i18n/languages.ts';
import type { Page } from '../page.ts';

/** Title, description and social fields that a page of the menu sets in the head, in one language. */
export function pageHead(page: Page, language: string) {
  const { params, name } = page;
  const { metadata } = params;
  const say = (text: Parameters<typeof localized>[0]) => localized(text, language) || undefined;
  return {
    heading: localized(params.title, language) || localized(name, language),
    lead: params.description?.public ? localized(params.description.text, language) : '',
    title: say(metadata.metadataTitle) ?? say(metadata.pageTitle) ?? say(params.title) ?? localized(name, language),
    description:
      say(metadata.metadataDescription) ?? (params.description?.public ? say(params.description.text) : undefined),
    index: params.isActiveSEO,
    css: params.css,
    image: metadata.ogImage ?? params.image ?? params.banner?.image ?? null,
    social: {
      ogTitle: say(metadata.ogTitle),
      ogDescription: say(metadata.ogDescription),
      twitterTitle: say(metadata.twitterTitle),
      twitterDescription: say(metadata.twitterDescription),
      twitterImage: metadata.twitterImage,
    },
    current: page.id,
  };
}

/** Path of a page of the menu in every language. */
export function pagePaths(page: Page, site: Site): Record<string, string> {
  return Object.fromEntries(
    site.languages.flatMap((language) => {
      const requestPath = site.pagePath(page, language);
      return requestPath ? [[language, requestPath]] : [];
    }),
  );
}

/** The breadcrumb of a page of the menu, starting at the homepage. */
export function pageTrail(
  page: Page,
  site: Site,
  language: string,
  homepage: string,
): { name: string; href?: string }[] {
  if (!page.params.showBreadCrumb) return [];
  const above: { name: string; href?: string }[] = [];
  for (let parent = page.parentId; parent; ) {
    const one: Page | null = site.page({ id: parent });
    if (!one) break;
    const href = one.status === 'Published' ? site.pagePath(one, language) : null;
    above.unshift({ name: localized(one.name, language), ...(href && { href }) });
    parent = one.parentId;
  }
  return [
    { name: homepage, href: site.paths.to('home', language) },
    ...above,
    { name: localized(page.name, language) },
  ];
}

/** Languages in which a page has content. */
export function pageLanguages(page: Page, site: Site): string[] {
  return site.languages.filter((language) => localized(page.params.title, language) || localized(page.name, language));
}
