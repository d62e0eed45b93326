import { enterPortal } from '../support/enter-portal.ts';
import { expect, test } from '../support/live-journey.ts';
import { come, studioOf } from '../support/studio-journey.ts';
import { putViewing } from '../support/studio-viewings.ts';

test.use({ javaScriptEnabled: false });

test('an owner sees what waits, replies to a viewing and sends a document, which staff open', async ({
  page,
  live,
}) => {
  // A minute at which no other viewing begins.
  const soon = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 90 * 3_600_000 + 7 * 60_000).toISOString();
  const viewing = await putViewing(live, soon, { property_id: '35187', state: 'requested', name: 'Tom Bezoeker' });
  await page.setViewportSize({ width: 390, height: 844 });
  await enterPortal(page, live, '/nl/login/?next=%2Fnl%2Feigenaar%2F%3Fproperty%3D35187');
  await expect(page.getByRole('heading', { name: 'Dit wacht op u' })).toBeVisible();
  // The quiet frame: no menu of the site, no invitation to a valuation.
  await expect(page.locator('header .nav, header .cta, #menu')).toHaveCount(0);
  await page.getByRole('link', { name: /^\d+ bezoek(?:en)? zonder uw antwoord$/ }).click();
  const own = page.locator('.coming > li').filter({ hasText: ':07' });
  const reply = async (note: string) => {
    await own.locator('summary').click();
    await own.getByText('Liever een ander moment').click();
    await own.getByLabel('Wanneer wel').fill(note);
    await own.getByRole('button', { name: 'Versturen' }).click();
  };
  await reply('');
  await expect(page.getByRole('alert')).toHaveText('Schrijf erbij welk moment u beter past.');
  await reply('Na 18 uur');
  await expect(page.getByRole('status')).toHaveText('Uw makelaar heeft uw antwoord ontvangen.');
  await expect(page.getByText('Liever een ander moment: Na 18 uur')).toBeVisible();

  await page.getByRole('link', { name: 'Documenten', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Wat uw pand nodig heeft' })).toBeVisible();
  const soil = page.getByRole('listitem').filter({ hasText: 'Bodemattest' });
  await expect(soil.getByText('Ontbreekt')).toBeVisible();
  const file = { name: 'bodem.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 bodemattest') };
  const send = async (given: { name: string; mimeType: string; buffer: Buffer }) => {
    await page.getByLabel('Welk document').selectOption('soil');
    await page.getByLabel('Bestand').setInputFiles(given);
    await page.getByRole('button', { name: 'Versturen' }).click();
  };
  await send({ ...file, name: 'virus.pdf', buffer: Buffer.from('MZ niets') });
  await expect(page.getByRole('alert')).toContainText('geen PDF, JPEG of PNG');
  await send(file);
  await expect(page.getByRole('status')).toContainText('We hebben uw document ontvangen');
  await expect(soil.getByText('Ontvangen, wordt nagekeken')).toBeVisible();
  const href = await page.getByRole('link', { name: 'bodem.pdf' }).getAttribute('href');
  expect((await (await page.request.get(live.url + href)).body()).toString()).toBe('%PDF-1.7 bodemattest');
  const report = await page.request.get(`${live.url}/api/owner/report?property=35187`);
  expect([report.status(), (await report.body()).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);

  await come(page, live);
  await page.goto(`${studioOf(live)}/studio/agenda/${viewing}/`);
  await expect(page.getByText(/Liever een ander moment: Na 18 uur/)).toBeVisible();
  await page.goto(`${studioOf(live)}/studio/content/properties/35187/photos/`);
  await expect(page.getByRole('heading', { name: /Bezorgd door de eigenaar/ })).toBeVisible();
  const opened = await page.getByRole('link', { name: /bodem\.pdf/ }).getAttribute('href');
  // The name of the host exists in the browser alone.
  expect(opened).toMatch(/^\/studio\/owner-documents\/[\w-]+\/$/);
});
