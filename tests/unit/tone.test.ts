import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { TONES, toneOf } from '../../src/platform/text/tone.ts';
import { withFirstTones } from '../../src/publish/bundle/finish-page.ts';

const INK = '#16221c';

describe('the placeholder colour of a photograph', () => {
  test.each<[string, [number, number, number], string]>([
    ['a lawn', [95, 120, 60], 'ghi'],
    ['a summer sky', [120, 160, 200], 'jkl'],
    ['a wooden floor', [150, 110, 75], 'def'],
    ['a white room', [225, 222, 215], 'c'],
    ['a night', [20, 20, 22], 'a'],
  ])('of %s is one of its kind', (_name, colour, kind) => {
    expect(kind).toContain(toneOf(colour));
  });

  test('is the dominant one, a colour before a grey', () => {
    const [sky, wall] = [
      [120, 160, 200],
      [140, 140, 140],
    ];
    const photo = (skies: number) =>
      Array.from({ length: 64 }, (_, at) => (at < skies ? sky : wall)).flat() as number[];
    expect([photo(5), photo(30), photo(50)].map((pixels) => toneOf(pixels))).toEqual(['b', 'k', 'k']);
  });

  test.each(Object.entries(TONES))('%s (%s) leaves alternative text readable', (_letter, tone) => {
    expect((luminance(tone) + 0.05) / (luminance(INK) + 0.05)).toBeGreaterThan(4.5);
  });

  test('is the same in the style sheet', () => {
    const css = readFileSync(new URL('../../src/layout/late.css', import.meta.url), 'utf8').replace(/\s+/g, ' ');
    const styles = [...css.matchAll(/\[data-tone='(\w)'\] \{ background: (#\w{6}); \}/g)].map(([, letter, tone]) => [
      letter,
      tone,
    ]);
    expect(styles).toEqual(Object.entries(TONES));
    expect(css).toContain(`[data-tone] { color: ${INK}; }`);
  });

  test('is inline for the picture that is shown first, and for no other', () => {
    const page = (first: string) =>
      `<style>@layer a;</style><img src="a" sizes="(width >= 1280px) 9px" fetchpriority="high"${first}>` +
      '<img src="b" loading="lazy" data-tone="g">';
    expect(withFirstTones(page(' data-tone="d"'))).toBe(
      page(' data-tone="d"').replace('@layer', '[data-tone=d]{background:#b39c86}@layer'),
    );
    expect(withFirstTones(page(''))).toBe(page(''));
  });
});

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
