import { personId } from '../../src/features/lead/people.server.ts';
import { mayOpen, STUDIO_PAGES } from '../../src/features/staff/rights.ts';
import { keysOf } from '../../src/platform/values/values.ts';
import { lowTargets } from '../support/finger.ts';
import { expect, test } from '../support/live-journey.ts';
import { LIVE_SECRET } from '../support/live-site.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';
import { putViewing, startsByDay } from '../support/studio-viewings.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Pages that are a file, or the studio as an owner sees it. */
const NOT_PAGES = /\[document\]|preview|free$|agenda\/list|translations\/file|owners\/\[owner\]/;

test('a finger hits what stands on any page of the studio', async ({ page, live }) => {
  test.setTimeout(120_000);
  const email = `phone.${Date.now()}@visitor.example`;
  const things: Readonly<Record<string, string>> = {
    reference: await putLead(live, { email, message: 'Is het nog vrij?' }),
    viewing: await putViewing(live, startsByDay(live)[6]![2]!, { email }),
    person: personId(LIVE_SECRET, email),
    kind: 'properties',
    name: '35101',
  };
  await come(page, live);
  const names = keysOf(STUDIO_PAGES).filter((name) => !NOT_PAGES.test(name) && mayOpen('admin', name));
  expect(names.length).toBeGreaterThan(20);
  const low: Record<string, string[]> = {};
  for (const name of names) {
    const path = name.replace(/\[(\w+)\]/g, (_, part: string) => things[part] ?? part);
    const response = await page.goto(`${studioOf(live)}/studio/${path && `${path}/`}`);
    expect(response?.status(), name).toBe(200);
    const found = await lowTargets(page);
    if (found.length > 0) low[name] = found;
  }
  expect(low).toEqual({});
});

test('sections that have no place in the bar open above it', async ({ page, live }) => {
  await come(page, live);
  const people = page.getByRole('link', { name: 'Personen', exact: true });
  await expect(people).toBeHidden();
  await page.getByRole('button', { name: 'Meer', exact: true }).click();
  await people.click();
  await expect(page).toHaveURL(/\/studio\/people\/$/);
  await expect(page.getByRole('button', { name: 'Meer', exact: true })).toHaveClass(/here/);
});

test('what is decided about a lead and a viewing stands before what is written about it', async ({ page, live }) => {
  const reference = await putLead(live, { email: `order.${Date.now()}@visitor.example` });
  await come(page, live);
  await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  const done = await page.getByRole('button', { name: 'Afgehandeld' }).boundingBox();
  const reply = await page.getByRole('button', { name: 'Antwoord versturen' }).boundingBox();
  expect(done!.y).toBeLessThan(reply!.y);
});
