import { type HTMLElement, parse } from 'node-html-parser';
import { wordsOf } from './browse.ts';

/** A page with a list of properties, as a visitor reads it. */
interface ListPage {
  /** Where the redirects ended. */
  path: string;
  page: HTMLElement;
  /** The numbers of the properties that it shows. */
  ids: number[];
  /** How many it says are on offer, and how many in all. */
  free: number;
  total: number;
}

const numbersIn = (text: string) => (text.match(/\d+/g) ?? []).map(Number);
const hrefOf = (link: HTMLElement) => (link.getAttribute('href') ?? '').replaceAll('&amp;', '&');
/** A number that counts: no part of a price, of a postcode in brackets, of a distance or of an area. */
const COUNT = /(?<![\d.,[€])(?<!€[\s\u00a0])\b\d{1,3}\b(?![.,\]]|[\s\u00a0]?(?:km|m²|%|€))/g;

/**
 * Walks through every list that can be reached from some pages, and says what is wrong: following the pages to the end
 * shows each property once and as many as the page says; every order shows the same properties; every chip takes away
 * its criterion alone; every link to a list with a number beside it leads to a list with that number on offer.
 */
export async function walkLists(siteUrl: string, starts: readonly string[], language: string) {
  const faults: string[] = [];
  const opened = new Map<string, Promise<ListPage | null>>();
  const open = (path: string) => {
    const known = opened.get(path) ?? load(path);
    opened.set(path, known);
    return known;
  };

  async function get(path: string) {
    const response = await fetch(siteUrl + path, { redirect: 'manual' });
    return { status: response.status, location: response.headers.get('location') ?? '', html: await response.text() };
  }

  /** The list at a path, after redirects; null for a page that is no list. */
  async function load(path: string): Promise<ListPage | null> {
    let at = path;
    for (let steps = 0; steps < 4; steps += 1) {
      const { status, location, html } = await get(at);
      if (status >= 300 && status < 400) {
        at = location;
        continue;
      }
      if (status !== 200) {
        faults.push(`${path} responds ${status}`);
        return null;
      }
      return listOf(at, parse(html));
    }
    faults.push(`${path} leads from one path to the next`);
    return null;
  }

  function listOf(path: string, page: HTMLElement): ListPage | null {
    const results = page.querySelector('main [data-part="results"]');
    if (!results) return null;
    const cards = results.querySelectorAll('a').filter((link) => !link.closest('.wider'));
    const ids = cards.flatMap((link) => /\/(\d+)\/$/.exec(hrefOf(link))?.[1] ?? []).map(Number);
    const [free = 0, gone = 0] = numbersIn(wordsOf(results.querySelector('.count p')));
    return { path, page, ids: [...new Set(ids)], free, total: free + gone };
  }

  /** The numbers of the properties on all pages of a list. */
  async function whole(first: ListPage): Promise<number[]> {
    const ids = [...first.ids];
    let last = first;
    for (let pages = 1; pages < 200; pages += 1) {
      const next = last.page.querySelector('.pages a[rel=next]');
      if (!next) return ids;
      const following = await open(new URL(hrefOf(next), `http://x${last.path}`).href.slice('http://x'.length));
      if (!following) return ids;
      if (following.total !== first.total) faults.push(`${following.path} counts ${following.total} properties`);
      ids.push(...following.ids);
      last = following;
    }
    return [...ids, -1];
  }

  /** The path that a browser requests when the filters are sent, with another order. */
  function sent({ page, path }: ListPage, sort: string): string {
    const form = page.querySelector('form#filters')!;
    const pairs: [string, string][] = [];
    for (const field of [...form.querySelectorAll('input, select'), ...page.querySelectorAll('select[form=filters]')]) {
      const name = field.getAttribute('name');
      if (!name) continue;
      const isBox = ['checkbox', 'radio'].includes(field.getAttribute('type') ?? '');
      if (isBox && !field.hasAttribute('checked')) continue;
      const option = field.querySelector('option[selected]') ?? field.querySelector('option');
      const value = (field.rawTagName === 'select' ? option : field)?.getAttribute('value') ?? '';
      pairs.push([name, name === 'sort' ? sort : value]);
    }
    return new URL(`${form.getAttribute('action')}?${new URLSearchParams(pairs)}`, `http://x${path}`).href.slice(8);
  }

  const criteriaOf = ({ page }: ListPage) => page.querySelectorAll('.chips a:not(.all)').map(wordsOf);
  const isSame = (a: readonly unknown[], b: readonly unknown[]) => [...a].sort().join() === [...b].sort().join();

  async function judge(list: ListPage): Promise<void> {
    const { path, page, total } = list;
    const say = (fault: string) => faults.push(`${path}: ${fault}`);
    const ids = await whole(list);
    if (ids.length !== new Set(ids).size) say('its pages show a property twice');
    if (ids.length !== total) say(`its pages show ${ids.length} of ${total} properties`);
    for (const option of page.querySelectorAll('select[name=sort] option')) {
      const sort = option.getAttribute('value') ?? '';
      const sorted = await open(sent(list, sort));
      if (!sorted || !isSame(await whole(sorted), ids)) say(`in the order "${sort}" it is another list`);
      const chosen = sorted?.page.querySelector('select[name=sort] option[selected]')?.getAttribute('value') ?? '';
      if (sorted && chosen !== sort) say(`does not keep the order "${sort}"`);
    }
    const criteria = criteriaOf(list);
    for (const chip of page.querySelectorAll('.chips a:not(.all)')) {
      const wider = await open(hrefOf(chip));
      const left = wider && criteriaOf(wider);
      if (!left || left.length >= criteria.length || left.some((one) => !criteria.includes(one)))
        say(`the chip "${wordsOf(chip)}" leads to other criteria`);
      else if (wider.total < total) say(`without "${wordsOf(chip)}" it finds less`);
    }
    for (const link of page.querySelectorAll('main .near a, main .wider a')) {
      const other = /\/\d+\/$/.test(hrefOf(link)) ? null : await open(hrefOf(link));
      // A link to another town keeps what is not a place; one without a criterion keeps the others.
      const kept = other && keptCriteria(list, other);
      if (kept) say(`the way on "${wordsOf(link)}" forgets "${kept}"`);
    }
  }

  /** The criteria that a way on forgets, beside the one that it is there to change; null when it forgets none. */
  function keptCriteria(from: ListPage, to: ListPage): string | null {
    const limits = (page: ListPage) =>
      [...new URLSearchParams(page.path.split('?')[1] ?? '')].filter(
        ([key]) => !['city', 'within', 'region', 'area', 'bounds', 'type', 'sort', 'page'].includes(key),
      );
    const there = limits(to).map(String);
    const lost = limits(from).filter((pair) => pair[1] !== '' && !there.includes(String(pair)));
    return lost.length > 1 || (lost.length === 1 && isElsewhere(from, to)) ? lost.map(String).join('; ') : null;
  }
  /** The towns of a list by its form: that of one town alone has no query. */
  const placesOf = ({ page }: ListPage) =>
    page.querySelectorAll('form#filters [name=city][checked]').map((town) => town.getAttribute('value'));
  const isElsewhere = (from: ListPage, to: ListPage) => !isSame(placesOf(from), placesOf(to));

  /** Links to lists that say how many they lead to. */
  async function judgeCounts(path: string, page: HTMLElement): Promise<string[]> {
    const found: string[] = [];
    for (const link of page.querySelectorAll('main a[href], header a[href]')) {
      const href = hrefOf(link);
      if (!href.startsWith(`/${language}/`) || /\/\d+\/$/.test(href) || link.closest('.pages, .chips, .crumbs'))
        continue;
      const list = await open(href.replace(/#.*/, ''));
      if (!list) continue;
      found.push(list.path);
      const beside = link.nextElementSibling;
      const after = beside && ['SPAN', 'B', 'SMALL'].includes(beside.tagName) ? wordsOf(beside) : textAfter(link);
      const count = `${wordsOf(link)} ${after}`.match(COUNT)?.at(-1);
      if (count !== undefined && Number(count) !== list.free)
        faults.push(`${path}: "${wordsOf(link)} ${after}" leads to ${list.free} properties at ${list.path}`);
    }
    return found;
  }

  const judged = new Set<string>();
  const waiting = [...starts];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (judged.has(path)) continue;
    judged.add(path);
    const list = await open(path);
    const page = list?.page ?? parse((await get(path)).html);
    if (list) await judge(list);
    const further = await judgeCounts(path, page);
    // A list that was filtered is judged, and its links with numbers; the lists behind these are pages of their own.
    if (!path.includes('?')) waiting.push(...further.filter((one) => !one.includes('?')));
  }
  return { faults: [...new Set(faults)], lists: [...judged] };
}

/** The text that follows a link before the next element. */
function textAfter(link: HTMLElement): string {
  const siblings = link.parentNode?.childNodes ?? [];
  const next = siblings[siblings.indexOf(link) + 1];
  return next && next.nodeType === 3 ? next.textContent.trim().split(/[.,;·]/)[0]! : '';
}
