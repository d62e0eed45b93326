import { sql } from 'kysely';
import type { Site } from '../../content/site/site.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import type { Database } from '../../platform/database/database.server.ts';
import { brusselsDay } from '../../platform/time/days.ts';
import { itemAt } from '../../platform/values/values.ts';
import type { ReportWords } from '../print/draw-sheets.server.ts';
import { type Listing, titleOf } from '../property/listing.ts';
import { addressWords, comparisonWords } from '../property/words.server.ts';
import type { ViewFigures } from '../statistics/view-figures.server.ts';
import { dayBefore } from '../statistics/views.ts';
import type { OwnedProperty } from './owned-property.server.ts';
import { OWNER_SUGGESTION } from './owner-suggestion.ts';

/** With fewer properties to compare with, one of them could be recognised. */
const FEWEST = 5;
const DAYS = 30;
const [CHEAPEST, DEAREST] = [0.6, 1.6];

/** Views per day of a property beside the median of similar ones. */
interface ViewComparison {
  own: number;
  median: number;
  /** Number of similar properties. */
  count: number;
}

const isSimilar = (one: Listing, other: Listing): boolean =>
  other.id !== one.id &&
  !other.gone &&
  other.goal === one.goal &&
  other.typeKeys[0] === one.typeKeys[0] &&
  (!one.price || !other.price || (other.price > one.price * CHEAPEST && other.price < one.price * DEAREST));

/**
 * Compares the views per day of the last 30 days with those of properties of the same type, goal and price range of
 * this agency; null with fewer than five of them. Days before a property was online do not count.
 */
export async function compareViews(
  { db }: Pick<Database, 'db'>,
  site: Pick<Site, 'listing' | 'listings'>,
  property: OwnedProperty,
  now = new Date(),
): Promise<ViewComparison | null> {
  const own = site.listing(Number(property.id));
  const similar = own ? site.listings.filter((other) => isSimilar(own, other)) : [];
  if (!own || similar.length < FEWEST) return null;
  const today = brusselsDay(now);
  const ids = [own, ...similar].map(({ id }) => String(id));
  const rows = await db
    .selectFrom('view_counts')
    .select(['property_id', sql<number>`sum(views)`.as('views')])
    .where('property_id', 'in', ids)
    .where('day', '>', dayBefore(today, DAYS))
    .where('day', '<=', today)
    .groupBy('property_id')
    .execute();
  const views = new Map(rows.map(({ property_id, views: sum }) => [property_id, Number(sum)]));
  const perDay = ({ id, created }: Listing) => {
    const age = Math.ceil((now.getTime() - Date.parse(created.replace(' ', 'T'))) / 86_400_000);
    return (views.get(String(id)) ?? 0) / Math.max(1, Math.min(DAYS, age || DAYS));
  };
  const sorted = similar.map(perDay).sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = (itemAt(sorted, Math.ceil(middle) - 1) + itemAt(sorted, Math.floor(middle))) / 2;
  return { own: perDay(own), median, count: similar.length };
}

/** The events of a property since a moment, and its next viewing. */
export interface PropertyOverview {
  since: string;
  views: number;
  viewings: number;
  leads: number;
  documents: number;
  alerts: number;
  /** Moment of the next viewing that is not cancelled; null when there is none. */
  nextViewing: string | null;
  /** Changes of price and state, newest first. */
  events: { kind: string; at: string; oldPrice: number | null; newPrice: number | null }[];
}

/** Sums up a property since a moment. */
export async function propertyOverview(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  since: string,
  now = new Date(),
): Promise<PropertyOverview> {
  const nowText = now.toISOString();
  const { rows } = await sql<
    Record<'views' | 'viewings' | 'leads' | 'documents' | 'alerts', number> & { next: string | null }
  >`
    select
      (select coalesce(sum(views), 0) from view_counts where property_id = ${property.id} and day >=
        ${brusselsDay(new Date(since))}) as views,
      (select count(*) from viewings where property_id = ${property.id} and state in ('confirmed',
        'done') and starts_at >= ${since} and starts_at < ${nowText})
        + (select count(*) from property_entries where property_id = ${property.id} and kind =
          'viewing' and at >= ${since} and at < ${nowText}) as viewings,
      (select count(*) from leads where property_id = ${property.id} and form <> ${OWNER_SUGGESTION}
        and created_at >= ${since}) as leads,
      (select count(*) from document_openings where property_id = ${property.id} and at >= ${since}) as documents,
      (select count(*) from alerts where property_id = ${property.id} and state <> 'dropped' and
        coalesce(sent_at, due_at) >= ${since}) as alerts,
      (select min(at) from (
        select starts_at as at from viewings where property_id = ${property.id} and state in
          ('requested', 'confirmed') and starts_at >= ${nowText}
        union all select at from property_entries where property_id = ${property.id} and kind =
          'viewing' and at >= ${nowText}) as coming) as next`.execute(db);
  const sums = itemAt(rows, 0);
  const events = await db
    .selectFrom('property_events')
    .select(['kind', 'at', 'old_price', 'new_price'])
    .where('property_id', '=', property.id)
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(10)
    .execute();
  return {
    since,
    views: Number(sums.views),
    viewings: Number(sums.viewings),
    leads: Number(sums.leads),
    documents: Number(sums.documents),
    alerts: Number(sums.alerts),
    nextViewing: sums.next,
    events: events.map(({ kind, at, old_price, new_price }) => ({
      kind,
      at,
      oldPrice: old_price,
      newPrice: new_price,
    })),
  };
}

/** The figures of a property besides its page views. */
interface PropertyFigures {
  /** Number of viewings per day of the chart. */
  viewings: Record<string, number>;
  documents: number;
  leads: number;
  /** Number of saved searches that were notified of this property. */
  searches: number;
}

/** Reads the figures of a property besides its page views. */
export async function propertyFigures(
  { db }: Pick<Database, 'db'>,
  property: OwnedProperty,
  now = new Date(),
): Promise<PropertyFigures> {
  const from = new Date(now.getTime() - 32 * 86_400_000).toISOString();
  const { rows: viewings } = await sql<{ at: string }>`
    select starts_at as at from viewings where property_id = ${property.id} and state in ('confirmed', 'done')
      and starts_at >= ${from} and starts_at < ${now.toISOString()}
    union all select at from property_entries where property_id = ${property.id} and kind = 'viewing'
      and at >= ${from} and at < ${now.toISOString()}`.execute(db);
  const perDay: Record<string, number> = {};
  for (const { at } of viewings) {
    const day = brusselsDay(new Date(at));
    perDay[day] = (perDay[day] ?? 0) + 1;
  }
  const { rows } = await sql<Record<'documents' | 'leads' | 'searches', number>>`
    select (select count(*) from document_openings where property_id = ${property.id}) as documents,
      (select count(*) from leads where property_id = ${property.id} and form <> ${OWNER_SUGGESTION}) as leads,
      (select count(distinct search_id) from alerts where property_id = ${property.id} and state <>
        'dropped') as searches`.execute(db);
  const sums = itemAt(rows, 0);
  return {
    viewings: perDay,
    documents: Number(sums.documents),
    leads: Number(sums.leads),
    searches: Number(sums.searches),
  };
}

interface Reported {
  propertyId: string;
  figures: ViewFigures & Awaited<ReturnType<typeof propertyFigures>>;
  comparison: ViewComparison | null;
}

/** What the report of a property says to its owner. */
export function reportWords({ propertyId, figures, comparison }: Reported, site: Site, language: string): ReportWords {
  const t = labelsIn(language);
  const listing = site.listing(Number(propertyId));
  const number = (value: number) => formatNumber(value, language);
  const viewings = Object.values(figures.viewings).reduce((sum, one) => sum + one, 0);
  const days = figures.days.map(({ views }) => views);
  const period = {
    from: formatDate(figures.days[0]?.day, language),
    to: formatDate(figures.days.at(-1)?.day, language),
  };
  return {
    language,
    agency: site.settings.site.agency.name,
    title: t('REPORT_TITLE', { title: listing ? titleOf(listing, language) : propertyId }),
    lines: [
      ...(listing ? [addressWords(listing, site, language, { isPublic: false })] : []),
      [t('REF_SHORT', { id: listing?.reference ?? propertyId }), formatDate(brusselsDay(Date.now()), language)].join(
        ' · ',
      ),
    ],
    chart: {
      title: t('OWNER_STATS_LAST_30'),
      alt: t('CHART_SAYS', { ...period, least: Math.min(...days), most: Math.max(...days) }),
      ...{ days, ...period },
    },
    parts: [
      {
        title: t('OWNER_STATISTICS'),
        text: comparisonWords(comparison, language),
        rows: [
          [t('VIEWS_TODAY'), number(figures.today)],
          [t('COL_THIS_WEEK'), number(figures.week)],
          [t('COL_THIS_MONTH'), number(figures.month)],
          [t('COL_TOTAL'), number(figures.total)],
          [t('VIEWINGS_ON_SITE'), number(viewings)],
          [t('NEWS_LEADS'), number(figures.leads)],
          [t('NEWS_DOCUMENTS'), number(figures.documents)],
          [t('NEWS_ALERTS'), number(figures.searches)],
        ],
      },
    ],
  };
}
