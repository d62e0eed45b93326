import type { CDPSession, Page } from 'playwright/test';
import { openDatabase } from '../../src/platform/database/database.server.ts';
import { axeFaults } from '../support/axe.ts';
import { expect, test } from '../support/live-journey.ts';
import type { LiveSite } from '../support/live-site.ts';
import { overflowOf } from '../support/overflow.ts';
import { employ, STAFF_PASSWORD } from '../support/staff.ts';
import { STUDIO_HOST } from '../support/studio-site.ts';

const studioOf = (live: LiveSite) => `http://${STUDIO_HOST}:${new URL(live.url).port}`;

/** Gives the browser a device with passkeys; without verification it asks for no fingerprint. */
async function addDevice(page: Page, isUserVerified = true): Promise<{ session: CDPSession; device: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified, automaticPresenceSimulation: true },
    },
  });
  return { session, device: authenticatorId };
}

async function newStaff(live: LiveSite): Promise<string> {
  const email = `lotte.${Date.now()}.${test.info().parallelIndex}@studio.example`;
  const database = await openDatabase({ dataDir: live.dataDir });
  await employ(database, { email, name: 'Lotte Maes', role: 'admin' });
  await database.close();
  return email;
}

test('a passkey is made on the account page, logs in alone, and is a fresh factor for what was typed', async ({
  page,
  live,
}) => {
  const email = await newStaff(live);
  const { session, device } = await addDevice(page);
  await page.goto(`${studioOf(live)}/studio/login/`);
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Aanmelden', exact: true }).click();
  await page.goto(`${studioOf(live)}/studio/account/`);
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Herstelcodes' })).toBeVisible();
  await page.getByRole('link', { name: 'Ik heb ze bewaard' }).click();
  await expect(page.getByText('Gemaakt op')).toBeVisible();
  expect(await axeFaults(page)).toEqual([]);
  await page
    .getByRole('button', { name: 'Uitloggen' })
    .or(page.getByRole('button', { name: 'Afmelden' }))
    .first()
    .click();

  await page.getByRole('button', { name: 'Aanmelden met een passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dag' })).toBeVisible();

  const database = await openDatabase({ dataDir: live.dataDir });
  const old = new Date(Date.now() - 20 * 60_000).toISOString();
  await database.db.updateTable('staff_sessions').set({ factor_at: old }).execute();
  await page.goto(`${studioOf(live)}/studio/staff/`);
  await page.getByLabel('Naam').fill('Tom Nieuw');
  await page.getByLabel('E-mailadres').fill(`tom.${email}`);
  await page.getByRole('button', { name: 'Toevoegen' }).click();
  await expect(page.getByText('Wat u invulde, blijft bewaard')).toBeVisible();
  await page.getByRole('button', { name: 'Aanmelden met een passkey' }).click();
  await expect(page.getByText(`tom.${email}`).first()).toBeVisible();
  const rows = await database.db.selectFrom('staff').select('name').where('email', '=', `tom.${email}`).execute();
  expect(rows).toEqual([{ name: 'Tom Nieuw' }]);
  await database.close();
  await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: device });
});

test('a device that does not check its user makes no passkey, and the page says so', async ({ page, live }) => {
  const email = await newStaff(live);
  await addDevice(page, false);
  await page.goto(`${studioOf(live)}/studio/login/`);
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Aanmelden', exact: true }).click();
  await page.goto(`${studioOf(live)}/studio/account/`);
  await page.getByRole('button', { name: 'Passkey toevoegen' }).click();
  await expect(page.getByRole('alert')).toContainText('niet gelukt', { timeout: 20_000 });
});

test('without a script an app is set up, and no passkey is offered', async ({ browser, live }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });
  const page = await context.newPage();
  const email = await newStaff(live);
  await page.goto(`${studioOf(live)}/studio/login/`);
  await expect(page.getByRole('button', { name: 'Aanmelden met een passkey' })).toBeHidden();
  await page.getByLabel('E-mailadres').fill(email);
  await page.getByLabel('Wachtwoord').fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Aanmelden', exact: true }).click();
  await page.goto(`${studioOf(live)}/studio/account/`);
  await page.getByRole('link', { name: 'Tweede stap instellen' }).click();
  await expect(page.getByRole('img', { name: 'QR-code' })).toBeVisible();
  expect((await overflowOf(page)).elements).toEqual([]);
  await context.close();
});
