import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { decline } from '../support/declined.ts';
import { expect, test } from '../support/live-journey.ts';
import { PASSWORD, settle } from '../support/portal.ts';
import { enterAs, mailsTo, studioOf, viewingIn } from '../support/studio-journey.ts';
import { putLead } from '../support/studio-site.ts';
import { AGENT_PROPERTY, putViewing, startsByDay } from '../support/studio-viewings.ts';
import { agencySite } from '../support/submit.ts';

test('from a question to a reply, a viewing, a report, and the owner who reads it', async ({ page, live, browser }) => {
  const visitor = `story.${randomUUID()}@visitor.example`;
  const owner = `owner.${randomUUID()}@eigenaar.example`;
  const database = await openDatabase({ dataDir: live.dataDir });
  await settle(database, agencySite(), { email: owner, properties: [String(AGENT_PROPERTY)] });
  const reference = await putLead(live, { email: visitor, name: 'Karel', message: 'Kan ik komen kijken?' });
  const lead = await database.db.selectFrom('leads').select('id').where('reference', '=', reference).execute();
  const start = startsByDay(live).at(-1)!.at(-1)!;
  const viewing = await putViewing(live, start, {
    ...{ email: visitor, name: 'Karel Peeters', state: 'requested', lead_id: lead[0]!.id },
    held_until: '2099-01-01T00:00:00.000Z',
  });
  await enterAs(page, live);
  await page.goto(`${studioOf(live)}/studio/leads/${reference}/`);
  await page.getByLabel('Tekst').fill('Graag, wij zien u dan.');
  await page.getByRole('button', { name: 'Antwoord versturen' }).click();
  await expect(page.getByText('Antwoord van Lotte Maes')).toBeVisible();
  await page.goto(`${studioOf(live)}/studio/agenda/${viewing}/`);
  await page.getByRole('button', { name: 'Bezoek bevestigen' }).click();
  await expect(page.locator('.s-said').first()).toContainText('bevestigd');
  expect(viewingIn(live, viewing)).toMatchObject({ state: 'confirmed' });
  expect(mailsTo(live, visitor).length).toBe(2);
  // The viewing is over.
  const [starts_at, ends_at] = [2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
  await database.db.updateTable('viewings').set({ starts_at, ends_at }).where('id', '=', viewing).execute();
  await database.close();
  await page.goto(`${studioOf(live)}/studio/agenda/${viewing}/`);
  await page.getByLabel('Hoe verliep het bezoek?').fill('Vond de tuin prachtig, rekent nog.');
  await page.getByLabel('Twijfelt nog').check();
  await page.getByRole('button', { name: 'Aan de eigenaar melden' }).click();
  await expect(page.locator('.s-said').first()).toContainText('De eigenaar leest het in het portaal');

  const home = await browser.newContext();
  await decline(home);
  const portal = await home.newPage();
  await portal.goto(
    `${live.url}/nl/login/?next=${encodeURIComponent(`/nl/eigenaar/bezoeken/?property=${AGENT_PROPERTY}`)}`,
  );
  await portal.locator('#email').fill(owner);
  await portal.locator('#password').fill(PASSWORD);
  await portal.locator('.login form button:not(.quiet)').click();
  await expect(portal.getByText('Vond de tuin prachtig, rekent nog.')).toBeVisible();
  await expect(portal.locator('main')).not.toContainText(visitor);
  await home.close();
});

test('of two people who take one lead, one has it, and the other reads who', async ({ page, live, browser }) => {
  const reference = await putLead(live, { email: `clash.${randomUUID()}@visitor.example`, name: 'Els' });
  const address = `${studioOf(live)}/studio/leads/${reference}/`;
  const other = await browser.newContext({ javaScriptEnabled: false });
  const second = await other.newPage();
  await enterAs(page, live, { name: 'Lotte Maes' });
  await enterAs(second, live, { name: 'Tom Claes' });
  await page.goto(address);
  await second.goto(address);
  await page.getByRole('button', { name: 'Ik neem dit' }).click();
  await expect(page.locator('.s-said').first()).toContainText('bij u');
  await second.getByRole('button', { name: 'Ik neem dit' }).click();
  await expect(second.getByRole('alert')).toContainText('was u net voor');
  await expect(second.getByText('Bij Lotte Maes')).toBeVisible();
  await other.close();
});

test('a person asks for erasure, and nothing is left of them', async ({ page, live }) => {
  const visitor = `gone.${randomUUID()}@visitor.example`;
  const reference = await putLead(live, { email: visitor, name: 'Zebedeus' });
  await enterAs(page, live);
  await page.goto(`${studioOf(live)}/studio/people/?q=${encodeURIComponent(visitor)}`);
  await page.getByRole('link', { name: /Zebedeus/ }).click();
  await page.getByLabel('Typ het mailadres om te bevestigen').fill('somebody@else.example');
  await page.getByRole('button', { name: 'Alles wissen' }).click();
  expect(live.rows('leads').filter((row) => row.reference === reference)).toHaveLength(1);
  await page.goto(`${studioOf(live)}/studio/people/?q=${encodeURIComponent(visitor)}`);
  await page.getByRole('link', { name: /Zebedeus/ }).click();
  await page.getByLabel('Typ het mailadres om te bevestigen').fill(visitor);
  await page.getByRole('button', { name: 'Alles wissen' }).click();
  await expect(page.locator('.s-said').first()).toContainText('gewist');
  expect(JSON.stringify([live.rows('leads'), live.rows('outbox')])).not.toContain(visitor);
  await page.goto(`${studioOf(live)}/studio/audit/`);
  await expect(page.locator('main')).not.toContainText(visitor);
});
