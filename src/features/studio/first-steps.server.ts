import type { Ctx } from '../../content/site/ctx.server.ts';
import type { LabelKey } from '../../i18n/label-key.ts';

/** A step of the first day of an agency, and whether it is done. */
export interface FirstStep {
  label: LabelKey;
  href: string;
  isDone: boolean;
}

const SETTINGS = '/studio/content/settings';

/** The steps of the first day, each ticked by what is there; null once all are done. */
export async function firstSteps({
  database: { db },
  site,
}: Pick<Ctx, 'database' | 'site'>): Promise<FirstStep[] | null> {
  const { brand, offices, replies, viewings, site: agency } = site.settings;
  const colleagues = await db.selectFrom('staff').select('id').where('disabled_at', 'is', null).limit(2).execute();
  const owner = await db.selectFrom('owners').select('id').limit(1).executeTakeFirst();
  const steps: FirstStep[] = [
    { label: 'FIRST_COLLEAGUES', href: '/studio/staff/', isDone: colleagues.length > 1 },
    {
      label: 'FIRST_HOURS',
      href: `${SETTINGS}/viewings/`,
      isDone: Object.values(viewings.hours).some((spans) => (spans?.length ?? 0) > 0),
    },
    { label: 'FIRST_REPLIES', href: `${SETTINGS}/replies/`, isDone: replies.replies.length > 0 },
    {
      label: 'FIRST_OFFICES',
      href: `${SETTINGS}/offices/`,
      isDone: offices.offices.length > 0 || (agency.agency.openingHours ?? []).length > 0,
    },
    {
      label: 'FIRST_LOGO',
      href: `${SETTINGS}/brand/`,
      isDone: brand.logo !== undefined || Object.keys(brand.colours).length > 0,
    },
    { label: 'FIRST_OWNER', href: '/studio/owners/', isDone: owner !== undefined },
  ];
  return steps.every(({ isDone }) => isDone) ? null : steps;
}
