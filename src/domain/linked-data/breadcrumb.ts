import type { BreadcrumbList } from 'schema-dts';

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
