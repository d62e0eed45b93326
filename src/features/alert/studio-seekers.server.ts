import type { Site } from '../../content/site/site.ts';
import type { Database } from '../../platform/database/database.server.ts';
import type { Listing } from '../property/listing.ts';
import { newestListings } from '../property/newest-listings.server.ts';
import type { Project } from '../property/project.ts';
import { isAvailable } from '../property/property-state.ts';
import { demandGaps, type GapFilter } from './demand-gaps.server.ts';
import { type Fits, fitsOf, fitsOfProject, seekersOf } from './seekers.server.ts';

/** A property or a project of which somebody can ask who is looking for it. */
export type Sought = { listing: Listing; project: null } | { listing: null; project: Project };

/** Who is looking for what, for the studio. */
export function studioSeekers({ database, site }: { database: Database; site: Site }) {
  const unitsOf = ({ ID }: Project) => site.listings.filter((one) => one.projectId === ID && isAvailable(one));
  const fits = ({ listing, project }: Sought): Fits =>
    project ? fitsOfProject(project, unitsOf(project)) : fitsOf(listing);
  return {
    /** The property or project that an address names; null when the site has none of this number. */
    sought(property: string | null, project: string | null): Sought | null {
      const listing = property ? site.listing(Number(property)) : null;
      if (listing) return { listing, project: null };
      const found = project ? site.projects.find(({ ID }) => String(ID) === project) : undefined;
      return found ? { listing: null, project: found } : null;
    },
    /** Who is looking for a property or a project, as a list to phone. */
    of: async (sought: Sought) => (await seekersOf(database, [fits(sought)], site.cities))[0]!,
    /** The properties and projects that came last, each with the number of people who are looking for it. */
    async newest(most: number): Promise<{ sought: Sought; count: number }[]> {
      const listings = await newestListings(database, site.listings.filter(isAvailable), most);
      const projects = site.projects
        .toSorted((a, b) => (a.CreatedDate < b.CreatedDate ? 1 : -1))
        .slice(0, Math.ceil(most / 2));
      const all: Sought[] = [
        ...listings.map((listing) => ({ listing, project: null })),
        ...projects.map((project) => ({ listing: null, project })),
      ];
      const seekers = await seekersOf(database, all.map(fits), site.cities);
      return all.map((sought, at) => ({ sought, count: seekers[at]!.length }));
    },
    /** What people search and do not find. */
    gaps: (filter: GapFilter) => demandGaps(database, site, filter),
  };
}
