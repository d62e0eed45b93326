import type { Page } from 'playwright/test';

/** Parts of a page that a screen reader lists, and jumps between. */
const LANDMARKS = [
  'banner',
  'navigation',
  'main',
  'complementary',
  'contentinfo',
  'search',
  'form',
  'region',
  'dialog',
];
/** What a visitor can press or fill in, by the role that the browser gives. */
const CONTROLS: Readonly<Record<string, string>> = {
  link: 'link',
  button: 'button',
  DisclosureTriangle: 'disclosure',
  textbox: 'field',
  searchbox: 'field',
  spinbutton: 'field',
  Date: 'field',
  combobox: 'choice',
  listbox: 'choice',
  checkbox: 'checkbox',
  switch: 'checkbox',
  radio: 'radio',
  slider: 'slider',
};
const MONTHS = ['nl-BE', 'de-BE', 'fr-BE', 'en-GB'].flatMap((locale) =>
  Array.from({ length: 12 }, (_, month) =>
    new Intl.DateTimeFormat(locale, { month: 'long' }).format(new Date(2026, month, 1)),
  ),
);
/** Days in words and in digits: an outline is the same on every day. */
const DAY = new RegExp(
  `\\d{1,2}\\.? (?:${MONTHS.join('|')})(?: \\d{4})?|\\d{4}-\\d\\d-\\d\\d|\\d\\d[-./]\\d\\d[-./]\\d{4}`,
  'gi',
);

interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  childIds?: string[];
  properties?: { name: string; value: { value?: unknown } }[];
}

/**
 * What a screen reader finds on a page, in the order of reading: landmarks, headings with their level, and what can be
 * pressed or filled in, one a line. It is read from the accessibility tree of Chromium.
 */
export async function readingOutline(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  const { nodes } = (await cdp.send('Accessibility.getFullAXTree')) as { nodes: AxNode[] };
  await cdp.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = (node: AxNode, depth: number) => {
    const line = node.ignored ? null : lineOf(node);
    if (line) lines.push('  '.repeat(depth) + line);
    const isInside = line !== null && LANDMARKS.includes(node.role?.value ?? '');
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) walk(child, isInside ? depth + 1 : depth);
    }
  };
  if (nodes[0]) walk(nodes[0], 0);
  return lines;
}

function lineOf({ role, name, properties }: AxNode): string | null {
  const kind = role?.value ?? '';
  const words = (name?.value ?? '').replace(/\s+/g, ' ').trim().replace(DAY, '(day)');
  const said = words ? ` ${words}` : '';
  if (kind === 'heading') {
    const level = properties?.find((property) => property.name === 'level')?.value.value;
    return `h${level}${said}`;
  }
  if (LANDMARKS.includes(kind)) return `[${kind}]${said}`;
  return CONTROLS[kind] ? `${CONTROLS[kind]}:${said}` : null;
}

/** An outline without a part that is the same on another page: one line says so. */
export function withoutFrame(outline: readonly string[], frame: readonly string[]): string[] {
  const left: string[] = [];
  for (let at = 0; at < outline.length; ) {
    const part = partAt(outline, at);
    const isFrame = /^\[(banner|contentinfo)\]/.test(part[0] ?? '');
    const start = isFrame ? frame.indexOf(part[0] ?? '') : -1;
    if (start >= 0 && partAt(frame, start).join('\n') === part.join('\n')) left.push(`${part[0]} as on the homepage`);
    else left.push(...part);
    at += part.length;
  }
  return left;
}

/** A line with all lines that are inside it. */
function partAt(outline: readonly string[], at: number): string[] {
  let end = at + 1;
  while (outline[end]?.startsWith('  ')) end += 1;
  return outline.slice(at, end);
}
