import type { Site } from '../../content/site/site.ts';
import { distanceInWords } from '../../i18n/distance-words.ts';
import { formatClock } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/label-key.ts';
import { localized } from '../../i18n/languages.ts';
import { type FieldSource, timeSlotsOf } from '../form/form.ts';
import { DISTANCES } from '../listing/area.ts';
import { ASKED_LABELS } from '../listing/listing-query.ts';
import { TRAVEL_TIMES } from '../listing/travel-time.ts';
import { momentInWords, titleAndTown } from '../property/words.server.ts';

interface Parts {
  site: Site;
  language: string;
}

/** Where choices come from that no definition of a form lists. */
interface Source {
  /** The values that may be chosen; none where they depend on what was posted or drawn. */
  values(parts: Parts): readonly string[];
  /** A value in words: beside its box, and in mails. */
  word(value: string, parts: Parts & { t: Translate }): string;
}

const NONE = () => [];

/**
 * Every source of choices, for forms, the validation of what was posted, and mails. Choices that depend on the visitor,
 * and towns in their groups, are made in `site/form-view.server.ts`.
 */
export const FIELD_SOURCES: Readonly<Record<FieldSource, Source>> = {
  'property-types': {
    values: ({ site }) => site.propertyTypes.map(({ key }) => key),
    word: (value, { site, language }) =>
      localized(site.propertyTypes.find(({ key }) => key === value)?.Name, language) || value,
  },
  towns: {
    values: ({ site }) => site.towns.map(({ key }) => key),
    word: (value, { site, language }) =>
      localized(site.towns.find(({ key }) => key === value)?.name, language) || value,
  },
  distances: {
    values: () => [...DISTANCES.map(String), ...TRAVEL_TIMES],
    word: (value, { t }) => distanceInWords(value, t),
  },
  'energy-labels': {
    values: () => ASKED_LABELS,
    word: (label, { t }) => t('LABEL_OR_BETTER', { label }),
  },
  'time-slots': {
    values: ({ site, language }) => timeSlotsOf(site.settings.forms, language).map(({ from, to }) => `${from}-${to}`),
    word(value, { language, t }) {
      const [from = '', to = ''] = value.split('-').map((time) => formatClock(time, language));
      return t('TIME_SLOT_RANGE', { from, to });
    },
  },
  'chosen-properties': {
    values: NONE,
    word(value, { site, language }) {
      const listing = site.listing(Number(value));
      return listing ? titleAndTown(listing, language) : value;
    },
  },
  // Any area may be drawn; its pattern is checked instead.
  'drawn-area': { values: NONE, word: (_value, { t }) => t('DRAWN_AREA') },
  'viewing-slots': { values: NONE, word: (value, { language }) => momentInWords(value, language) },
};
