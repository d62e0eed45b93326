import type { Page } from 'playwright/test';
import { expect, test } from '../support/live-journey.ts';

const PROPERTY = '/nl/te-koop/x/y/35187/';
/** What a rule of a form gives each of its elements, whatever the width of what holds it. */
const GIVEN = [
  'display',
  'position',
  'fontSize',
  'fontWeight',
  'paddingBlockStart',
  'borderBlockStartWidth',
  'opacity',
];

/** What each element of the form looks like, without its fresh token. */
const looks = (page: Page, form: string) =>
  page.locator(`${form} form`).evaluate((found, given) => {
    const fold = found.querySelector('details');
    if (fold) fold.open = true;
    return [...found.querySelectorAll('*')]
      .filter((element) => !element.matches('[type=hidden], noscript, noscript *, .captcha, .captcha *'))
      .map((element) => {
        const style = getComputedStyle(element);
        const name = `${element.tagName} ${element.getAttribute('name') ?? ''} ${element.className}`.replace(
          /_r_\d+_/i,
          '',
        );
        return `${name}: ${given.map((one) => style[one as 'display']).join(' ')}`;
      });
  }, GIVEN);

for (const width of [390, 1280]) {
  test(`each form of a property looks the same in its dialog and on its page, at ${width} px`, async ({
    page,
    live,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(live.url + PROPERTY);
    const links = page.locator('main a[data-form]');
    const forms = new Map(
      (await links.evaluateAll((all: HTMLAnchorElement[]) => all.map((link) => [link.dataset.form!, link.href]))) as [
        string,
        string,
      ][],
    );
    expect(forms.size).toBeGreaterThanOrEqual(3);
    for (const [form, href] of forms) {
      await page.goto(href);
      const asPage = await looks(page, 'main');
      await page.goto(live.url + PROPERTY);
      await page.locator(`main a[data-form="${form}"]`).first().click();
      await expect(page.locator('dialog.form-dialog form')).toBeVisible();
      // On a phone the button of a dialog stays at the foot of the window.
      const but = (all: string[]) => all.filter((one) => !one.includes(' acts:'));
      expect(but(await looks(page, 'dialog.form-dialog')), form).toEqual(but(asPage));
      await expect(page.locator('dialog.form-dialog .row')).toContainText('€');
    }
  });
}
