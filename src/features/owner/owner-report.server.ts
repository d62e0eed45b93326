import type { Site } from '../../content/site/site.ts';
import { formatDate, formatNumber } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { brusselsDay } from '../../platform/time/brussels-day.ts';
import type { ReportWords } from '../print/draw-report.server.ts';
import { addressWords } from '../property/address-words.server.ts';
import { comparisonWords } from '../property/comparison-words.server.ts';
import { titleOf } from '../property/listing.ts';
import type { ViewFigures } from '../statistics/view-figures.server.ts';
import type { ViewComparison } from './compare-views.server.ts';
import type { propertyFigures } from './property-overview.server.ts';

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
