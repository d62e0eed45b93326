import { type HTMLElement, parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { TONES } from '../../src/platform/text/tone.ts';
import { fetchPath } from '../support/browse.ts';
import { prerendered } from '../support/version.ts';

const PHONE = { width: 412, density: 1.75 };

/** The width in pixels of the picture that a phone asks for. */
function requestedWidth(img: HTMLElement): number {
  const source = img.parentNode?.querySelector('source');
  const from = img.parentNode?.tagName === 'PICTURE' && source ? source : img;
  const candidates = (from.getAttribute('srcset') ?? '')
    .split(', ')
    .map((one) => Number.parseInt(one.split(' ')[1] ?? '', 10));
  // The last size is the one without a condition: that of phones.
  const size = (from.getAttribute('sizes') ?? '100vw').split(', ').at(-1)!;
  const shown = size.endsWith('vw') ? (PHONE.width * Number.parseFloat(size)) / 100 : Number.parseFloat(size);
  return candidates.find((width) => width >= shown * PHONE.density) ?? Math.max(...candidates);
}

describe('a picture', () => {
  const first = () =>
    prerendered().flatMap(({ path, html }) =>
      parse(html)
        .querySelectorAll('img[fetchpriority=high]')
        .map((img) => ({ path, html, img })),
    );

  test('that a phone of 412 px and density 1.75 shows first is 600 to 800 pixels wide', () => {
    const all = first();
    expect(all.length).toBeGreaterThan(50);
    const wrong = all
      .map(({ path, img }) => `${path}: ${img.getAttribute('srcset') ? requestedWidth(img) : 800}`)
      .filter((line) => !/: (600|800)$/.test(line));
    expect(wrong).toEqual([]);
  });

  test('has a tone as placeholder, in the page for the first view, else in the late style sheet', async () => {
    const without = first().filter(({ img, html }) => {
      const tone = img.getAttribute('data-tone') ?? '';
      return !html.includes(`[data-tone=${tone}]{background:${TONES[tone]}}`);
    });
    expect(without.map(({ path }) => path)).toEqual([]);
    const list = parse((await fetchPath('/nl/te-koop/?sort=price-asc')).text);
    const cards = list.querySelectorAll('.card img');
    expect(cards.length).toBeGreaterThan(5);
    expect(cards.filter((img) => !Object.hasOwn(TONES, img.getAttribute('data-tone') ?? ''))).toEqual([]);
    const sheets = list.querySelectorAll('link[rel=stylesheet]').map((link) => link.getAttribute('href')!);
    const styles = await Promise.all(sheets.map(async (href) => (await fetchPath(href)).text));
    expect(styles.join('')).toMatch(/\[data-tone=["']?a["']?\]\{background:#a5a4a0\}/);
  });
});
