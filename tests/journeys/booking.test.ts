import { expect, formOf, test } from '../support/live-journey.ts';

const PAGE = '/nl/contact-appointment/?property=35187';

for (const isHurried of [true, false])
  test(`the hour that was chosen ${isHurried ? 'before the code was here ' : ''}is said by its day and before the button`, async ({
    page,
  }) => {
    await page.goto(PAGE);
    const form = formOf(page);
    const [first, second] = [form.locator('details').first(), form.locator('details').nth(1)];
    // Whatever is touched first loads the code of the form.
    if (!isHurried) {
      await form.locator('[name=lastName]').focus();
      await expect(form).not.toHaveClass(/staged/);
    }
    await first.locator('.pick').first().click();
    const hour = (await first.locator('.pick').first().innerText()).split(',')[0]!;
    await second.locator('summary').click();
    await expect(first.locator('.pick').first()).toBeHidden();
    await expect(first.locator('summary')).toContainText(`gekozen ${hour}`);
    await expect(form.locator('output')).toHaveText(new RegExp(`^Uw keuze: .+ \\d+ [a-z]+, ${hour}$`));
    await second.locator('.pick').last().click();
    await expect(first.locator('summary')).not.toContainText('gekozen');
    await expect(second.locator('summary')).toContainText('gekozen');
  });
