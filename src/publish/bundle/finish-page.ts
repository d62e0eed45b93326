import { type InlineCode, inlineIn, policyHash } from '../../platform/http/inline-code.server.ts';
import { withoutSpaces } from '../../platform/http/without-spaces.ts';
import { TONES } from '../../platform/text/tone.ts';

const ADDRESS = /\/media\/[^\s",]+/g;

const FIRST = 'fetchpriority="high"';

/** The URLs of the pictures that a page shows first, in all the sizes that it offers. */
export function firstImagesIn(html: string): string[] {
  const found: string[] = [];
  for (let at = html.indexOf(FIRST); at >= 0; at = html.indexOf(FIRST, at + 1)) {
    const image = html.lastIndexOf('<img', at);
    if (image < html.lastIndexOf('</', at)) continue;
    let whole = image;
    const tagBefore = (tag: number) => html.lastIndexOf('<', tag - 1);
    // In a picture element the other sources come right before the image.
    for (let tag = tagBefore(image); html.startsWith('<source', tag); tag = tagBefore(tag)) whole = tag;
    for (const [src] of html.slice(whole, at).matchAll(ADDRESS))
      found.push(src.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
  }
  return found.map(apart);
}

/** Copies a text into memory of its own: a substring keeps its whole page in memory, 100 KB each. */
const apart = (text: string): string => Buffer.from(text).toString();

const TONE = /\sdata-tone="(\w)"/;

/**
 * Adds the placeholder colours of the pictures that a page shows first, because the style sheet with all colours loads
 * later.
 */
export function withFirstTones(html: string): string {
  const tones = new Set(
    [...html.matchAll(/fetchpriority="high"([^<>]{0,500})/g)].map(([, after = '']) => TONE.exec(after)?.[1] ?? ''),
  );
  const rules = [...tones]
    .filter((tone) => Object.hasOwn(TONES, tone))
    .map((tone) => `[data-tone=${tone}]{background:${TONES[tone]}}`)
    .join('');
  return html.replace('<style>', `<style>${rules}`);
}

/**
 * Places what has a position of its own: `data-box` is left, top, width and height in hundredths, `data-focus` the
 * point of a photograph that stays visible.
 */
function withPlaces(html: string): string {
  const boxes = new Set([...html.matchAll(/\sdata-box="([\d. ]{7,80})"/g)].map(([, box = '']) => box));
  const rules = [...boxes].map((box) => {
    const [left, top, width, height] = box.split(' ');
    return `[data-box="${box}"]{left:${left}%;top:${top}%;width:${width}%;height:${height}%}`;
  });
  const points = new Set(
    [...html.matchAll(/\sdata-focus="(\d+(?:\.\d+)? \d+(?:\.\d+)?)"/g)].map(([, one = '']) => one),
  );
  for (const point of points) rules.push(`[data-focus="${point}"]{object-position:${point.replace(' ', '% ')}%}`);
  return rules.length > 0 ? html.replace('<style>', `<style>${rules.join('')}`) : html;
}

const ISLAND_STYLE = /<style>(astro-island[^<]*)<\/style>/;

/**
 * Moves the style that Astro writes before the first island into the first style of the page: a style of its own costs
 * the policy a hash, which does not compress.
 */
function withIslandStyle(html: string): string {
  const [found, rule] = ISLAND_STYLE.exec(html) ?? [];
  if (!found || html.indexOf('<style>') === html.indexOf(found)) return html;
  return html.replace(found, '').replace('<style>', `<style>${rule}`);
}

/**
 * A page as it is sent: without white space beside blocks, with the placeholder colours of its first pictures and the
 * places of rooms on plans, one inline module instead of several, and a policy that names only the hashes of its own
 * inline scripts and styles. Astro lists the hashes of all pages, which costs a kilobyte that does not compress, and
 * does not know the styles that this step adds.
 */
export function finishedPage(html: string): string {
  const toned = withIslandStyle(withPlaces(withFirstTones(withoutSpaces(html))));
  const styles = inlineIn(toned, 'style').map(({ text }) => text);
  const { joined, scripts } = withOneScript(toned, inlineIn(toned, 'script'));
  return withOwnPolicy(joined, scripts, styles);
}

/**
 * Joins the inline modules at the position of the last one: each costs the policy a hash, which does not compress. They
 * run after the page is parsed, so their position does not matter; each keeps its own scope. Also returns the texts of
 * the scripts of the resulting page.
 */
function withOneScript(html: string, inline: readonly InlineCode[]): { joined: string; scripts: string[] } {
  const modules = inline.filter(({ attributes }) => attributes === ' type="module"');
  const last = modules.at(-1);
  // A module with imports or exports cannot be wrapped in a function.
  if (!last || modules.length < 2 || modules.some(({ text }) => /(^|[;}\s])(import|export)[\s{"'`*]/.test(text)))
    return { joined: html, scripts: inline.map(({ text }) => text) };
  let [joined, done] = ['', 0];
  for (const module of modules) {
    joined += html.slice(done, module.start);
    done = module.end;
  }
  const all = modules.map(({ text }) => `(()=>{${text}})();`).join('');
  return {
    joined: `${joined}<script type="module">${all}</script>${html.slice(done)}`,
    scripts: inline.flatMap((script) => (script === last ? all : modules.includes(script) ? [] : script.text)),
  };
}

function withOwnPolicy(html: string, scripts: readonly string[], styles: readonly string[]): string {
  const start = html.indexOf(POLICY);
  const end = html.indexOf('"', start + POLICY.length);
  if (start < 0 || end < 0) return html;
  const list = (texts: readonly string[]) => [...new Set(texts.map(policyHash))].join(' ');
  const own = html
    .slice(start + POLICY.length, end)
    .replace(/script-src [^;]*/, (all) =>
      `script-src 'self' ${[...(all.match(/https:\S+/g) ?? []), list(scripts)].join(' ')}`.trim(),
    )
    .replace(/style-src [^;]*/, `style-src 'self' ${list(styles)}`.trim());
  return html.slice(0, start + POLICY.length) + own + html.slice(end);
}

const POLICY = '<meta http-equiv="content-security-policy" content="';
