import type { Visitor } from './visitor.ts';

/** Whether the links at the foot of a phone are there. */
const hasBottomBar = (visitor: Visitor) =>
  visitor.run(() => document.querySelector('.bottom')?.checkVisibility() === true);

/** Opens the filters of a list: on a phone from the bar at its foot, on a tablet in their fold, else they are open. */
export async function openFilters(visitor: Visitor): Promise<void> {
  const isOpen = await visitor.run(() => Boolean(document.querySelector('#bedrooms')?.checkVisibility()));
  if (isOpen) return;
  await visitor.click((await hasBottomBar(visitor)) ? '.bottom a[href="#filters"]' : 'details.filter > summary');
}

/** Opens the map of a list. */
export async function openMap(visitor: Visitor): Promise<void> {
  await visitor.click((await hasBottomBar(visitor)) ? '.bottom a[href="#map"]' : '.listmap summary');
}

/** Several towns are ticked in the list of the filters, which closes when another field is used. */
async function severalTowns(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/te-koop/');
  await openFilters(visitor);
  await visitor.click('#places');
  await visitor.fill('.several input[type=search]', 'meise');
  await visitor.press('Enter');
  await visitor.sees('#places', 'Meise');
  await visitor.click('#type');
  // On a phone it stays, because closing it would move what was tapped.
  const isWide = await visitor.run(() => innerWidth >= 767);
  if (isWide) await visitor.misses('.several input[type=search]');
  await visitor.click('.pick:has([name=type][value="1"])');
  await visitor.sees('#type', 'Huizen');
  await visitor.click('.filter button[type=submit]');
  await visitor.at(/city=Meise%7C1860&type=1/);
  await visitor.sees('.chips', 'Meise');
}

/** Waits until the page before has faded: until then nothing can be pressed. */
const settled = (visitor: Visitor) =>
  visitor.until('the transition lasts', () =>
    document.getAnimations().every(({ effect }) => !(effect as KeyframeEffect).pseudoElement?.includes('transition')),
  );

/** Two properties are saved, compared, and shared by a link on which a note is left. */
async function chooseTogether(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/te-koop/');
  for (const card of [1, 2]) {
    await visitor.click(`main .grid > li:nth-child(${card}) .heart`);
    await visitor.sees('.keeps', String(card));
  }
  await visitor.open('/nl/favorieten/');
  await visitor.click('#compare button');
  await visitor.at(/^\/nl\/vergelijken\/\?ids=\d+\.\d+$/);
  await visitor.sees('.compare tbody th', 'Prijs');
  await visitor.open('/nl/favorieten/');
  await visitor.click('.share button');
  await visitor.at(/^\/nl\/s\/[\w-]{22}\/$/);
  await settled(visitor);
  await visitor.fill('#name', 'An');
  await visitor.click('.who button');
  await visitor.sees('.shared textarea');
  await settled(visitor);
  await visitor.fill('.shared textarea', 'Zaterdag gaan kijken?');
  await visitor.click('.shared li button[form=marks]');
  await visitor.sees('.shared .said', 'Zaterdag gaan kijken?');
}

/** A phrase leads to its list; "back" leads to the box, which has the phrase again and keeps it when it is touched. */
async function searchAndReturn(visitor: Visitor): Promise<void> {
  const hasPhrase = () => document.querySelector<HTMLInputElement>('main input[name=q]')?.value === 'huis in meise';
  await visitor.open('/nl/');
  await visitor.fill('main input[name=q]', 'huis in meise');
  await visitor.press('Enter');
  await visitor.at(/^\/nl\/te-(?:koop|huur)\/\?/);
  await visitor.run(() => void setTimeout(() => history.back()));
  await visitor.at(/^\/nl\/$/);
  await visitor.until('the box is empty', hasPhrase);
  await settled(visitor);
  await visitor.click('main input[name=q]');
  await visitor.sees('main [role=listbox] .place', 'Meise');
  await visitor.until('the box was emptied', hasPhrase);
}

/** A mark on the map is pressed; one Escape leads back to it from the property that it names. */
async function pressMark(visitor: Visitor): Promise<void> {
  await visitor.open('/nl/te-koop/');
  await openMap(visitor);
  await visitor.until('the map is not drawn', () =>
    Boolean(
      document.querySelector<HTMLIFrameElement>('.listmap .map iframe')?.contentDocument?.querySelector('[data-drawn]'),
    ),
  );
  await visitor.clickInFrame('.pin[tabindex="0"]');
  await visitor.until('no property is named', () =>
    document.activeElement?.matches('.properties [data-chosen] a, .results .card a'),
  );
  await visitor.press('Escape');
  await visitor.until('the mark has no focus', () => {
    const frame = document.querySelector<HTMLIFrameElement>('.listmap .map iframe');
    return document.activeElement === frame && frame?.contentDocument?.activeElement?.matches('.pin');
  });
}

/** An area is drawn on the map with the keyboard; the list is limited to it, and opens the map again when reloaded. */
async function drawOnMap(visitor: Visitor): Promise<void> {
  const isDrawn = () =>
    Boolean(
      document.querySelector<HTMLIFrameElement>('.listmap .map iframe')?.contentDocument?.querySelector('[data-drawn]'),
    );
  await visitor.open('/nl/te-koop/');
  await openMap(visitor);
  await visitor.until('the map is not drawn', isDrawn);
  await visitor.clickInFrame('.draw button');
  for (const key of ['Enter', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter'] as const) {
    await visitor.press(key);
    // Leaflet moves the map for a moment.
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await visitor.clickInFrame('.draw button:nth-of-type(3)');
  await visitor.at(/^\/nl\/te-koop\/\?area=[\d._*-]+/);
  await visitor.until('the area is no criterion', () =>
    document.querySelector('.chips')?.textContent.includes('Getekend gebied'),
  );
  await visitor.open('/nl/te-koop/#map');
  await visitor.until('the map is not drawn', isDrawn);
}

/** The journeys of choosing: places, properties, an area. */
export const CHOOSING = [
  ['several towns', severalTowns],
  ['choose together', chooseTogether],
  ['search and return', searchAndReturn],
  ['press a mark', pressMark],
  ['draw on the map', drawOnMap],
] as const;
