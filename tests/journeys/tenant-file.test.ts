import { axeFaults } from '../support/axe.ts';
import { expectFits } from '../support/fits.ts';
import { expect, test } from '../support/live-journey.ts';
import { come, mailsTo, studioOf } from '../support/studio-journey.ts';
import { putViewing } from '../support/studio-viewings.ts';
import { agencySite, linksIn } from '../support/submit.ts';

const rental = agencySite().listings.find(
  ({ goal, zip, gone }) => goal === 'rent' && !gone && Number(zip) >= 1500 && Number(zip) < 2000,
)!;

for (const language of ['nl', 'de'] as const) {
  test(`a candidate tenant is asked for a file, sends it and is chosen (${language})`, async ({ page, live }) => {
    const email = `tenant.${Date.now()}@visitor.example`;
    const ended = new Date(Date.now() - 3 * 3_600_000).toISOString();
    const viewing = await putViewing(live, ended, { property_id: String(rental.id), email, language });
    const address = `${studioOf(live)}/studio/agenda/${viewing}/`;
    await come(page, live);
    await page.goto(address);
    await page.getByRole('button', { name: 'Dossier vragen' }).click();
    await expect(page.getByText('Gevraagd', { exact: true })).toBeVisible();

    const [mail] = mailsTo(live, email);
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`/${language}/m/${linksIn(mail as never)[0]}/`);
    await expectFits(page, 'the page of the candidate');
    await page.locator('#netIncome').fill('2.600');
    await page.locator('#persons').fill('nul');
    const buffer = Buffer.from('%PDF-1.7 loon');
    await page.locator('#proof-income').setInputFiles({ name: 'loon.pdf', mimeType: 'application/pdf', buffer });
    await page.locator('form button[type=submit]').click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectFits(page, 'the refused file');
    await expect(page.locator('#netIncome')).toHaveValue('2600');
    await expect(page.locator('#persons')).toHaveAttribute('aria-invalid', 'true');
    await page.locator('#persons').fill('2');
    await page.locator('form button[type=submit]').click();
    await expect(page.getByRole('status')).toBeVisible();

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(address);
    await expect(page.getByText(/€\s2\.600/)).toBeVisible();
    await expect(page.getByRole('link', { name: /loon\.pdf/ })).toBeVisible();
    await page.getByText('Deze kandidaat kiezen').first().click();
    expect(await axeFaults(page), 'the file in the studio').toEqual([]);
    await page.getByRole('button', { name: 'Deze kandidaat kiezen' }).click();
    await expect(page.getByText('Gekozen', { exact: true })).toBeVisible();
    expect(mailsTo(live, email).map(({ kind }) => kind)).toEqual(['tenant-file', 'tenant-chosen']);
  });
}
