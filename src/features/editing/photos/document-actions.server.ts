import { labelsIn } from '../../../i18n/labels.server.ts';
import type { Language } from '../../../i18n/languages.ts';
import { DOCUMENT_LABELS } from '../../document/document-labels.ts';
import { DOCUMENT_KINDS } from '../../property/media-fields.ts';
import { documentItem } from '../../property/media-items.ts';
import { withWords } from '../../property/photo-list.ts';
import { propertySchema } from '../../property/property.ts';
import type { Outcome, StudioAction } from '../../staff/studio/studio-action.view.ts';
import { backTo, changed, type PhotoForm, photoAction, uploaded } from './photo-form.server.ts';
import type { ListedDocument } from './studio-media.server.ts';

const AT = 'Documents';
const LONGEST_TITLE = 120;

/** A document as a form has it; null when it was not changed in the form, or when it cannot be stored. */
function documentOf({ one, site }: PhotoForm, at: number, present: ListedDocument): ListedDocument | null {
  const titles = Object.fromEntries(site.languages.map((code) => [code, one(`title.${at}.${code}`, LONGEST_TITLE)]));
  const { Name: Title = present.Title } = withWords({ Url: '', Name: present.Title }, titles);
  const { Date: dayBefore, Public: wasPublic, ...rest } = present;
  const [posted, isPublic] = [one(`date.${at}`), one(`public.${at}`) === 'yes'];
  // A date with a time of day stays when the day was not changed.
  const day = dayBefore?.startsWith(posted || '-') ? dayBefore : posted;
  const next = {
    ...{ ...rest, Title, Kind: one(`kind.${at}`) },
    ...(day && { Date: day }),
    ...((isPublic || wasPublic !== undefined) && { Public: isPublic }),
  };
  return documentItem.safeParse(next).success ? next : null;
}

/** Kinds of which a property has one document: it is called after its kind, in every language. */
const ENTITLED: ReadonlySet<string> = new Set(['energy', 'asbestos', 'planning', 'electricity', 'soil']);
const titlesOf = (kind: (typeof DOCUMENT_KINDS)[number], languages: readonly Language[]) =>
  Object.fromEntries(languages.map((code) => [code, labelsIn(code)(DOCUMENT_LABELS[kind])]));

/** A title from the name of a file, until somebody writes a better one. */
const titleOf = (name: string) =>
  name
    .replace(/\.[^.]*$/, '')
    .replace(/[_-]+/g, ' ')
    .trim()
    .slice(0, 120) || name.slice(0, 120);

/** What is done with films, a virtual tour and documents. */
export const DOCUMENT_ACTIONS = {
  'photo-films': photoAction(async (form): Promise<Outcome> => {
    const { studio, target, person, one, all } = form;
    const films = all('film').flatMap((text) => (text.trim() ? [text.trim()] : []));
    const tour = one('tour');
    const { Videos, VirtualTour } = propertySchema.shape;
    if (!Videos.safeParse(films).success || (tour && !VirtualTour.safeParse(tour).success))
      return backTo(form, { wrong: 'media-film' }, 'Videos');
    const refused = await studio.media.change(target, person, { field: 'Videos', why: 'films' }, (data) =>
      films.length > 0 || data.Videos !== undefined ? { ...data, Videos: films } : undefined,
    );
    if (refused) return changed(form, refused, 'saved');
    const present = studio.media.read(target)?.VirtualTour ?? '';
    if (form.all('tour').length === 0 || tour === present) return changed(form, null, 'saved', 'Videos');
    const late = await studio.media.change(target, person, { field: 'VirtualTour', why: 'tour' }, (data) => {
      const { VirtualTour: _before, ...others } = data;
      return tour ? { ...data, VirtualTour: tour } : others;
    });
    return changed(form, late, 'saved', 'Videos');
  }),
  'photo-documents': photoAction(async (form): Promise<Outcome> => {
    const { studio, target, person, site, one, all, files } = form;
    const button = one('do', 400);
    if (button === 'upload') {
      const kind = DOCUMENT_KINDS.find((known) => known === one('new-kind')) ?? 'other';
      const language = site.languages.find((code) => code === person.language) ?? site.defaultLanguage;
      const titled = (name: string) =>
        ENTITLED.has(kind) ? titlesOf(kind, site.languages) : { [language]: titleOf(name) };
      return uploaded(form, await studio.media.addDocuments(target, person, { sent: files, kind, titled }), AT);
    }
    const isRemoval = button.startsWith('remove:');
    const shown = new Map(all('doc').map((file, at) => [file, at]));
    const why = isRemoval ? 'removed' : 'described';
    const refused = await studio.media.change(target, person, { field: AT, why }, (data) => {
      if (!Array.isArray(data.Documents)) return undefined;
      const list = (data.Documents as ListedDocument[]).filter(({ File }) => button !== `remove:${File}`);
      const next = list.map((present) => {
        const at = shown.get(present.File);
        // What somebody else changed since the form was opened stays.
        if (at === undefined || one(`was.${at}`) !== JSON.stringify(present)) return present;
        return documentOf(form, at, present) ?? present;
      });
      return { ...data, Documents: next };
    });
    return changed(form, refused, isRemoval ? 'media-removed' : 'saved', AT);
  }),
} satisfies Record<string, StudioAction>;
