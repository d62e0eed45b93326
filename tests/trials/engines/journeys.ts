import { declined } from '../../support/declined.ts';
import { FORM_PAGES } from '../../support/form-pages.ts';
import { CHOOSING, openFilters, openMap } from './choosing.ts';
import { FORM, fillIn } from './fill-in.ts';
import type { Visitor } from './visitor.ts';

const PROPERTY_PATH = '/nl/te-koop/grimbergen/huis-met-boomgaard/35187/';
/** A property with nine photographs, a virtual tour and a video. */
const PHOTOS_PATH = '/nl/te-koop/meise/x/35101/';
/** Pages with each kind of card: property, saved property, project, unit, article. */
const PAGES_WITH_CARDS = [
  '/nl/',
  '/nl/te-koop/',
  '/nl/te-huur/',
  '/nl/te-koop/?type=1',
  '/nl/projecten/',
  '/nl/projecten/x/y/801/',
  PROPERTY_PATH,
  '/nl/onze-diensten/',
];

/** A login of the portal. */
export interface Login {
  email: string;
  password: string;
}

/** What a visitor comes to do; it fails when the site does not let them. */
export type Journey = readonly [name: string, walk: (visitor: Visitor, login: Login) => Promise<void>];

/** A visitor who declined all cookies earlier. */
async function asDecliner(visitor: Visitor): Promise<void> {
  await visitor.open('/robots.txt');
  await visitor.run((stored) => {
    for (const { name, value } of stored) localStorage.setItem(name, value);
  }, declined());
}

async function search(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/');
  await visitor.fill('main input[name=q]', 'grimb');
  await visitor.sees('main [role=listbox] a[role=option]', 'Te koop');
  await visitor.press('ArrowDown');
  await visitor.until('no option is chosen', () => document.querySelector('main [role=option][aria-selected=true]'));
  await visitor.press('Enter');
  await visitor.at(/^\/nl\/te-koop\/grimbergen\/$/);
  await visitor.sees('main .card a');
}

async function filter(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/te-koop/');
  await openFilters(visitor);
  await visitor.sees('#bedrooms');
  await visitor.click('#maxPrice');
  await visitor.type('600000');
  await visitor.run(() => {
    const field = document.querySelector<HTMLSelectElement>('#bedrooms')!;
    field.value = '3';
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  });
  const { count, text } = await visitor.run(
    (): Promise<{ count: number; text: string }> =>
      fetch('/api/count?goal=sale&language=nl&bedrooms=3&maxPrice=600000').then((response) => response.json()),
  );
  await visitor.sees('.filter button[type=submit]', text);
  await visitor.click('.filter button[type=submit]');
  await visitor.at(/bedrooms=3/);
  await visitor.sees('main .count', String(count));
}

async function photographOfCard(visitor: Visitor): Promise<void> {
  for (const path of PAGES_WITH_CARDS) {
    await visitor.open(path);
    const dead = await visitor.run(() =>
      [...document.querySelectorAll('main .card:has(.pic):has(a)')].flatMap((card) => {
        card.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, width, height } = card.querySelector('.pic')!.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const isLink = hit?.closest('a')?.href === card.querySelector('a')!.href;
        return isLink ? [] : [`${card.textContent?.trim().slice(0, 40)}: ${hit?.tagName}.${hit?.className}`];
      }),
    );
    if (dead.length > 0) throw new Error(`${path}: photographs that lead nowhere: ${dead.join('; ')}`);
  }
  await visitor.open('/nl/te-koop/');
  const href = await visitor.run(() => document.querySelector<HTMLAnchorElement>('main .card a')!.pathname);
  await visitor.clickMiddle('main .card .pic');
  await visitor.at(new RegExp(`^${href}$`));
}

async function detail(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/te-koop/');
  await visitor.run(() => scrollTo({ top: 600, behavior: 'instant' }));
  await visitor.click('main .card:nth-child(1) a');
  await visitor.at(/^\/nl\/te-koop\/[^/]+\/[^/]+\/\d+\/$/);
  await visitor.sees('h1');
  await visitor.sees('main .price', '€');
  await visitor.run(() => history.back());
  await visitor.at(/^\/nl\/te-koop\/$/);
}

async function gallery(visitor: Visitor): Promise<void> {
  await visitor.open(PHOTOS_PATH);
  await visitor.click('.gallery a');
  await visitor.sees('dialog[open]', '1 / 9');
  await visitor.press('ArrowRight');
  await visitor.sees('dialog[open]', '2 / 9');
  await visitor.until('the photograph is not shown', () =>
    [...document.querySelectorAll<HTMLImageElement>('dialog[open] img')].some(
      (image) => image.complete && image.naturalWidth > 300,
    ),
  );
  await visitor.press('Escape');
  await visitor.misses('dialog[open]');
}

async function map(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/te-koop/');
  await openMap(visitor);
  await visitor.until('the map is not drawn', () =>
    document.querySelector<HTMLIFrameElement>('.map iframe')?.contentDocument?.querySelector('map-frame[data-drawn]'),
  );
  await visitor.clickInFrame('.pin[tabindex="0"]');
  await visitor.until('the property of the pin is not in focus', () =>
    document.activeElement?.matches('.properties a, .results .card a'),
  );
}

async function menu(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/');
  const isFolded = await visitor.run(
    () => document.querySelector('header button[popovertarget=menu]')?.checkVisibility() === true,
  );
  if (isFolded) {
    await visitor.click('header button[popovertarget=menu]');
    await visitor.click('#menu a[href="/nl/te-huur/"]');
  } else await visitor.click('header a[href="/nl/te-huur/"]');
  await visitor.at(/^\/nl\/te-huur\/$/);
}

async function formInPlace(visitor: Visitor): Promise<void> {
  await visitor.open(PROPERTY_PATH);
  await visitor.click('a[data-form]');
  await visitor.sees('dialog.form-dialog[open] form');
  await visitor.press('Escape');
  await visitor.misses('dialog.form-dialog[open]');
}

async function cookies(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/');
  await visitor.sees('dialog.sheet');
  await visitor.click('dialog.sheet [data-consent=settings]');
  // The words of the settings come with their code, and their heading takes the focus.
  await visitor.until('the settings do not open', () => document.activeElement?.matches('dialog.sheet h2'));
  await visitor.click('dialog.sheet [name=consentAnalyticsStorage]');
  await visitor.until(
    'the box is not ticked',
    () => document.querySelector<HTMLInputElement>('dialog.sheet [name=consentAnalyticsStorage]')?.checked,
  );
  await visitor.click('dialog.sheet [data-consent=save]');
  await visitor.misses('dialog.sheet');
  await visitor.until('the choice is not stored', () => localStorage.getItem('consent'));
  const stored = await visitor.run(() => [
    localStorage.getItem('consentAnalyticsStorage'),
    localStorage.getItem('consentAdStorage'),
  ]);
  if (String(stored) !== 'true,false') throw new Error(`another choice was stored: ${stored}`);
  await visitor.open('/nl/contact/');
  await visitor.misses('dialog.sheet');
  await visitor.click('footer [data-consent=open]');
  await visitor.sees('dialog.sheet');
}

async function portal(visitor: Visitor, { email, password }: Login): Promise<void> {
  await visitor.open('/nl/login/');
  await visitor.fill('#email', email);
  await visitor.fill('#password', password);
  await visitor.click('.login form button:not(.quiet)');
  await visitor.at(/^\/nl\/eigenaar\//);
  await visitor.open('/nl/eigenaar/bezoeken/?property=35187');
  await visitor.sees('main table td');
  await visitor.open('/nl/eigenaar/account/');
  await visitor.click('main button', 'Afmelden');
  await visitor.at(/^\/nl\/login\//);
  await visitor.open('/nl/eigenaar/');
  await visitor.at(/^\/nl\/login\//);
}

async function favourites(visitor: Visitor): Promise<void> {
  await visitor.open(PROPERTY_PATH);
  await visitor.click('.tools .save');
  await visitor.sees('.tools .save[data-saved]');
  await visitor.open('/nl/favorieten/');
  await visitor.sees('main .saved .shelf li', 'Huis met boomgaard');
  await visitor.click('main .saved .shelf li form button');
  await visitor.misses('main .saved .shelf li');
}

const form = (name: string, path: string): Journey => [
  `form ${name}`,
  async (visitor) => {
    await asDecliner(visitor);
    await visitor.open(path);
    await visitor.sees(FORM);
    await fillIn(visitor, name);
    await visitor.at(new RegExp(`^/nl/${name}/bedankt/\\?r=`));
    await visitor.sees('main .ref b');
  },
];

const declinedFirst = ([name, walk]: Journey): Journey => [
  name,
  async (visitor, login) => {
    await asDecliner(visitor);
    await walk(visitor, login);
  },
];

/** What visitors come for; booking a viewing is the form contact-appointment, with one of its free times. */
export const JOURNEYS: readonly Journey[] = [
  ...(
    [
      ['search', search],
      ['filter', filter],
      ['photograph of each card', photographOfCard],
      ['detail', detail],
      ['gallery', gallery],
      ['map', map],
      ['menu', menu],
      ['form in place', formInPlace],
      ['login of an owner', portal],
      ['favourites', favourites],
      ...CHOOSING,
    ] as const
  ).map(declinedFirst),
  ['choice about cookies', cookies],
  ...FORM_PAGES.map(([name, { nl }]) => form(name, nl)),
];
