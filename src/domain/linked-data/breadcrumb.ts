import type { BreadcrumbList } from 'schema-dts';

/** The way to a page; the last step is the page itself and needs no address. */
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
