import type { APIRoute } from 'astro';
import { formatNumber } from '../../i18n/format.ts';
import { labelsIn } from '../../i18n/labels.ts';

export const prerender = false;

/** `GET /api/statistics?property=&language=`: the public figures of a home with their words, for the page that shows them in place. */
export const GET: APIRoute = async ({ url, locals }) => {
  const { site, services } = locals;
  const id = url.searchParams.get('property') ?? '';
  const figures = /^\d{1,12}$/.test(id) ? await services?.portal.publicFigures(id) : null;
  const headers = { 'Cache-Control': 'no-store' };
  if (!figures) return Response.json({ ok: false, problem: 'unknown-home' }, { status: 404, headers });
  const language = site.languages.find((code) => code === url.searchParams.get('language')) ?? site.defaultLanguage;
  const t = labelsIn(language);
  const rows = [
    [t('COL_TODAY'), figures.today],
    [t('COL_THIS_WEEK'), figures.week],
    [t('COL_THIS_MONTH'), figures.month],
    [t('COL_TOTAL'), figures.total],
  ] as const;
  return Response.json(
    { ok: true, title: t('VIEWS'), rows: rows.map(([name, value]) => [name, formatNumber(value)]) },
    { headers },
  );
};
