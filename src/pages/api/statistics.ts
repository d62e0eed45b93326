import * as z from 'zod';
import { formatNumber } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.server.ts';
import { endpoint, propertyNumber } from '../../platform/http/action.server.ts';

export const prerender = false;

/**
 * `GET /api/statistics?property=&language=`: the public figures of a property with their labels, for the page that
 * shows them in place.
 */
export const GET = endpoint({
  input: z.object({ property: propertyNumber }),
  async run({ property }, { services, language }) {
    const figures = await services.portal.publicFigures(String(property));
    if (!figures) return { problem: 'unknown-property' };
    const t = labelsIn(language);
    const rows = [
      [t('COL_TODAY'), figures.today],
      [t('COL_THIS_WEEK'), figures.week],
      [t('COL_THIS_MONTH'), figures.month],
      [t('COL_TOTAL'), figures.total],
    ] as const;
    return Response.json(
      { ok: true, title: t('VIEWS'), rows: rows.map(([name, value]) => [name, formatNumber(value, language)]) },
      { headers: { 'Cache-Control': 'no-store' } },
    );
  },
});
