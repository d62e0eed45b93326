import { titleAndTown } from '../../property/words.server.ts';

/** What the page of a mailed link shows of the file of a candidate tenant; null when the link leads to none. */
export async function tenantFileOf(token: string, { services, site, language }: App.Locals) {
  const opened = (await services?.tenants.ofLink(token)) ?? null;
  if (!opened) return null;
  const { file, allowed, values, documents } = opened;
  const listing = site.listing(Number(file.property_id));
  return {
    ...{ token, allowed, values, documents },
    title: listing ? titleAndTown(listing, language) : '',
    ...{ stage: file.stage, state: file.state, deletesAt: file.deletes_at },
  };
}
