import type { Page } from 'playwright/test';
import { FORM_PAGES } from './form-pages.ts';
import { TEMPLATES } from './templates.ts';

/** What a page can look like: where it is found in Dutch, and what a visitor does there. */
export interface State {
  name: string;
  path: string;
  act?: (page: Page) => Promise<unknown>;
  /** Seen by a visitor who has not made a choice about cookies, or by an owner. */
  by?: 'newcomer' | 'owner';
}

const PROPERTY_PATH = '/nl/te-koop/x/y/35187/';
const PHOTOS = '/nl/te-koop/x/y/35101/';
const form = (page: Page) => page.locator('form[data-form]').last();
const send = (page: Page) => form(page).locator('button[type=submit]').click();

/** Puts the focus in the form, which brings its code, and sends it as it is. */
async function sendEmpty(page: Page): Promise<void> {
  await form(page).locator('input:visible, textarea:visible').first().focus();
  await page.locator('form[novalidate]').last().waitFor();
  await send(page);
  await page.locator('.summary').waitFor();
}

/** Sends the form to the server as it is, as without a script. */
async function post(page: Page, of = 'form[data-form]'): Promise<void> {
  await Promise.all([
    page.waitForNavigation(),
    page
      .locator(of)
      .last()
      .evaluate((element: HTMLFormElement) => element.submit()),
  ]);
}

async function openForm(page: Page): Promise<void> {
  await page.locator('a[data-form]:visible').first().click();
  await page.locator('dialog.form-dialog[open]').waitFor();
}

async function openMap(page: Page): Promise<void> {
  await page.locator('details.map > summary').press('Enter');
  await page.frameLocator('.map iframe').locator('map-frame[data-drawn]').waitFor();
}

const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const fold of document.querySelectorAll('details:not(.map)')) (fold as HTMLDetailsElement).open = true;
  });

async function search(page: Page, text: string): Promise<void> {
  const field = page.locator('main input[name=q]').first();
  await field.click();
  await page.locator('main input[name=q][aria-expanded=true]').waitFor();
  await field.pressSequentially(text);
  if (text) await page.getByRole('option').first().waitFor();
}

async function subscribe(page: Page): Promise<void> {
  await form(page).locator('[name=email]').fill('toets@example.be');
  await page.locator('form[novalidate]').waitFor();
  await send(page);
  await page.locator('main .ref').waitFor();
}

const DIALOGS: readonly State[] = [
  {
    name: 'menu',
    path: '/nl/',
    async act(page) {
      await page.locator('header button[popovertarget=menu]').evaluate((button: HTMLElement) => button.click());
      // The code that keeps the focus in the menu comes with the first press.
      await page.locator('main[inert]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'question about cookies',
    path: '/nl/',
    by: 'newcomer',
    act: (page) => page.locator('dialog.sheet').waitFor(),
  },
  {
    name: 'choices of cookies',
    path: '/nl/',
    by: 'newcomer',
    act: (page) =>
      page
        .locator('dialog.sheet [data-consent=settings]')
        .click()
        // The bar becomes modal when its code has loaded.
        .then(() => page.locator('dialog.sheet:modal h2:focus').waitFor()),
  },
  {
    name: 'question beside the cookie policy',
    path: '/nl/cookie-policy/',
    by: 'newcomer',
    act: (page) => page.locator('dialog.sheet').waitFor(),
  },
  { name: 'types of the search', path: '/nl/', act: (page) => search(page, '') },
  { name: 'results of the search', path: '/nl/', act: (page) => search(page, 'grimb') },
  { name: 'search that finds a property', path: '/nl/', act: (page) => search(page, '35187') },
  {
    name: 'viewer',
    path: PHOTOS,
    act: (page) =>
      page
        .locator('.gallery a')
        .first()
        .click()
        .then(() => page.getByRole('dialog').waitFor()),
  },
  { name: 'map of a list', path: '/nl/te-koop/', act: openMap },
  { name: 'map of a property', path: PROPERTY_PATH, act: openMap },
  { name: 'form in place', path: PROPERTY_PATH, act: openForm },
  { name: 'form in place with errors', path: PROPERTY_PATH, act: (page) => openForm(page).then(() => sendEmpty(page)) },
  { name: 'expanded sections of a property', path: PROPERTY_PATH, act: unfold },
  {
    name: 'folds of a list',
    path: '/nl/te-koop/',
    act: async (page) => {
      await unfold(page);
      // A panel over the fields below it closes when Tab leaves it, as soon as its code is there.
      await page.locator('.several summary').first().focus();
      await page.locator('.several input[type=search]').first().waitFor();
    },
  },
  {
    name: 'figures in place',
    path: PROPERTY_PATH,
    act: (page) =>
      page
        .locator('a[href*="property=35187"][href*="statisti"]')
        .first()
        .click()
        .then(() => page.locator('[aria-expanded=true]').first().waitFor())
        // Where it was clicked, the header may cover half of something else.
        .then(() => page.evaluate(() => scrollTo(0, 0))),
  },
  {
    name: 'property that is saved',
    path: PROPERTY_PATH,
    act: (page) =>
      page
        .locator('form[action*="shortlist"] button')
        .first()
        .click()
        .then(() => page.waitForTimeout(600)),
  },
];

const PLAIN: readonly State[] = [
  ['accessibility', '/nl/toegankelijkheid/'],
  ['privacy', '/nl/privacy-statement/'],
  ['cookie policy', '/nl/cookie-policy/'],
  ['disclaimer', '/nl/disclaimer/'],
  ['favourites', '/nl/favorieten/'],
  ['figures of a property', '/nl/statistieken/?property=35187'],
  ['questions', '/nl/woonadvies/veelgestelde-vragen/'],
  ['second page of a list', '/nl/te-koop/?page=2'],
  ['no results', '/nl/zoeken/?q=xyzzy'],
  ['empty search', '/nl/zoeken/'],
  ['property in one language only', '/nl/te-koop/x/y/99003/'],
  ['login', '/nl/login/'],
  ['forgotten password', '/nl/login/password/'],
  ['login by link', '/nl/login/link/'],
  ['link of a mail that is over', '/nl/m/nothing/'],
].map(([name = '', path = '']) => ({ name, path }));

const OWNERS: readonly State[] = [
  '',
  'bezoeken/',
  'communicatie/',
  'online-media/',
  'publicaties/',
  'statistieken/',
  'documenten/',
  'advertentie/',
  'account/',
].map((path) => ({ name: `portal ${path}`, path: `/nl/eigenaar/${path}?property=35187`, by: 'owner' }));

/** Every template, every form with its errors shown, every dialog, the portal. */
export const STATES: readonly State[] = [
  ...TEMPLATES.map(([name, { nl }]) => ({ name, path: nl })),
  ...PLAIN,
  ...FORM_PAGES.map(([name, { nl }]) => ({ name: `form ${name} with errors`, path: nl, act: sendEmpty })),
  ...FORM_PAGES.slice(0, 3).map(([name, { nl }]) => ({
    name: `form ${name} refused by the server`,
    path: nl,
    act: post,
  })),
  { name: 'login that fails', path: '/nl/login/', act: (page) => post(page, '.login form') },
  { name: 'thank you with a reference', path: '/nl/sign-newsletter/', act: subscribe },
  ...DIALOGS,
  ...OWNERS,
];
