import { newestVersions, textsOfVersions } from '../content/history/content-history.server.ts';
import { contentWriterOf } from '../content/history/content-writer.server.ts';
import { bound, type Ctx } from '../content/site/ctx.server.ts';
import * as demand from '../features/alert/demand.server.ts';
import * as bids from '../features/bid/studio/bids.server.ts';
import { openOn } from '../features/bid/studio/bids.server.ts';
import { labelNamed } from '../features/editing/change-words.ts';
import * as content from '../features/editing/content.server.ts';
import { formFor } from '../features/editing/content.server.ts';
import * as contentList from '../features/editing/content-list.server.ts';
import * as contentSave from '../features/editing/content-save.server.ts';
import { openContentFiles } from '../features/editing/content-store.server.ts';
import * as imports from '../features/editing/imports.server.ts';
import { mediaTarget } from '../features/editing/photos/media-changes.server.ts';
import * as media from '../features/editing/photos/property-media.server.ts';
import { openPropertyMedia } from '../features/editing/photos/property-media.server.ts';
import { openTextFiles } from '../features/editing/text-files.server.ts';
import * as translations from '../features/editing/translations.server.ts';
import { placeOfField } from '../features/import/property-file.server.ts';
import * as addLead from '../features/lead/add-lead.server.ts';
import { figures, figuresFile } from '../features/lead/lead-figures.server.ts';
import * as person from '../features/lead/studio/studio-person.server.ts';
import * as leads from '../features/lead/studio-leads.server.ts';
import { find as findLead } from '../features/lead/studio-leads.server.ts';
import * as people from '../features/lead/studio-people.server.ts';
import * as ownerDocuments from '../features/owner/owner-documents.server.ts';
import * as mandates from '../features/owner/studio/mandates.server.ts';
import { marqueeOf } from '../features/property/property-state.ts';
import { publishLive } from '../features/publishing/publish-live.server.ts';
import { openBasis, openFound } from '../features/publishing/publish-words.server.ts';
import * as publishing from '../features/publishing/studio-publish.server.ts';
import type { EventStream } from '../features/staff/event-stream.server.ts';
import * as login from '../features/staff/login.server.ts';
import { openStaffLogin } from '../features/staff/login.server.ts';
import * as account from '../features/staff/own-account.server.ts';
import { mayReadKind, reachOf, type StudioStreamName } from '../features/staff/rights.ts';
import type { StaffMember } from '../features/staff/staff.server.ts';
import * as accounts from '../features/staff/staff-accounts.server.ts';
import { missingPaths } from '../features/statistics/missing-paths.server.ts';
import * as firstSteps from '../features/studio/first-steps.server.ts';
import * as handOver from '../features/studio/hand-over.server.ts';
import { studioLive } from '../features/studio/live.server.ts';
import * as audit from '../features/studio/studio-audit.server.ts';
import * as waiting from '../features/studio/waiting.server.ts';
import * as tenants from '../features/tenant/studio-tenants.server.ts';
import * as agenda from '../features/viewing/studio/studio-agenda.server.ts';
import { comingOf } from '../features/viewing/studio/studio-agenda.server.ts';
import type { Translate } from '../i18n/label-key.ts';
import { isLocal, studioOriginOf } from '../platform/environment/environment.server.ts';
import { recordOf } from '../platform/values/values.ts';

/** So many paths without a page are listed. */
const MOST_MISSING = 50;

/** What the studio works with besides the context: its login, and the content folder as it is now. */
function openStudio(ctx: Ctx) {
  const { settings, database } = ctx;
  const origin = studioOriginOf(settings);
  const writer = contentWriterOf(database, settings);
  return {
    ...openStaffLogin({ ...ctx, origin, isLocal: isLocal(origin) && settings.demo === 'auto' }),
    ...ctx,
    writer,
    files: openContentFiles(settings.contentDir),
    texts: openTextFiles({
      contentDir: settings.contentDir,
      history: {
        newest: () => newestVersions(database.db),
        versions: (names) => textsOfVersions(database, names),
      },
    }),
    pictures: openPropertyMedia({ writer, dataDir: settings.dataDir, placeOf: placeOfField }),
    found: openFound(settings.dataDir),
    basis: openBasis(settings.dataDir),
  };
}

/** What the studio does with the files of the content. */
function contentServices(studio: ReturnType<typeof openStudio>) {
  return {
    ...bound(studio, content, contentList, contentSave, imports),
    ...studio.files,
    // Needs no context.
    formFor,
    /** The settings that somebody may read, with what they are called. */
    settingsFor: (person: StaffMember, t: Translate) =>
      mayReadKind(person, 'settings')
        ? studio.files.names('settings').map((name) => ({
            words: labelNamed(t, `SETTINGS_${name.toUpperCase()}`),
            href: `/studio/content/settings/${name}/`,
          }))
        : [],
    /** What is still open of a property: viewings to come and offers without a decision. */
    async workOn(id: string) {
      const facts = recordOf(studio.files.find('properties', id)?.data);
      const property = { Marquee: Number(facts.Marquee ?? 0), Status: Number(facts.Status ?? 0) };
      const meaning = marqueeOf(property, studio.site.settings.site.marquee);
      const viewings = await comingOf(studio, id);
      const open = await openOn(studio, id);
      return { viewings, bids: open, isGone: meaning === 'sold' || meaning === 'rented' };
    },
  };
}

/** The functions of the studio as its pages and actions call them. */
export function studioServices(ctx: Ctx) {
  const studio = openStudio(ctx);
  const staff = bound(studio, login, account);
  const publish = bound(studio, publishing);
  return {
    origin: studio.origin,
    staff,
    publish,
    accounts: bound(studio, accounts),
    agenda: bound(studio, agenda),
    audit: bound(studio, audit),
    content: contentServices(studio),
    leads: bound(studio, leads, addLead),
    figures: bound(studio, { figures, figuresFile }),
    handOver: bound(studio, handOver),
    media: { ...bound(studio, media), ...studio.pictures, target: mediaTarget },
    bids: bound(studio, bids),
    /** The paths without a page that were asked for. */
    missing: { paths: () => missingPaths(ctx.database, MOST_MISSING) },
    mandates: bound(studio, mandates),
    ownerDocuments: bound(studio, ownerDocuments),
    people: bound(studio, people),
    person: bound(studio, person),
    seekers: bound(studio, demand),
    tenants: bound(studio, tenants),
    waiting: bound(studio, waiting, firstSteps),
    translations: bound(studio, translations),
    /** The streams of events, which open pages listen to. */
    streams: {
      events: studioLive({
        database: ctx.database,
        login: staff,
        maySee: async (reference, person) =>
          (await findLead(studio, reference, person, reachOf(person.role, 'leads.read') ?? 'own')) !== null,
      }),
      publishing: publishLive({ login: staff, publish }),
    } satisfies Record<StudioStreamName, EventStream>,
  };
}
