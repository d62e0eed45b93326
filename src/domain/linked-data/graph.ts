import type { Graph, Thing } from 'schema-dts';
import { jsonInHtml } from '../text/html.ts';

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
