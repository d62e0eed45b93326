import type { Graph, Thing } from 'schema-dts';
import { jsonInHtml } from '../text/html.ts';

/** Something that search engines are told about a page; without its context, which the graph gives. */
export type LinkedThing = Thing;

/**
 * The text of a page's linked data, safe between script tags: what could end the script is written as an escape.
 * @example graphOf([{ '@type': 'Thing', name: '</script>' }]) // '{"@context":…"name":"\u003c/script>"…}'
 */
export function graphOf(things: readonly LinkedThing[]): string {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things };
  return jsonInHtml(graph);
}
