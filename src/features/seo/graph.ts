import type { BreadcrumbList, Graph, Thing } from 'schema-dts';
import { jsonInHtml } from '../../platform/text/html.ts';

/** Something that describes a page to search engines; without its context, which the graph adds. */
export type LinkedThing = Thing;

/**
 * The text of a page's linked data, safe inside a script element: characters that could end the script are escaped.
 * @example graphOf([{ '@type': 'Thing', name: '</script>' }]) // '{"@context":…"name":"\u003c/script>"…}'
 */
export function graphOf(things: readonly LinkedThing[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  return jsonInHtml(graph);
}

/** The breadcrumb of a page; the last item is the page itself and needs no URL. */
export function breadcrumbOf(
  trail: readonly { name: string; href?: string }[],
  absolute: (path: string) => string,
): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      ...(href && at < trail.length - 1 && { item: absolute(href) }),
    })),
  };
}
