import { TONES } from '../../domain/tone.ts';

/** A page that itself carries the tones of the pictures shown first: the sheet with all of them comes later than these. */
export function withFirstTones(html: string): string {
  const tones = new Set([...html.matchAll(/fetchpriority="high"[^<>]*\sdata-tone="(\w)"/g)].map(([, tone = '']) => tone));
  const rules = [...tones]
    .filter((tone) => Object.hasOwn(TONES, tone))
    .map((tone) => `[data-tone=${tone}]{background:${TONES[tone]}}`)
    .join('');
  return html.replace('<style>', `<style>${rules}`);
}
