import { addressKey, type Redirect, redirectFor } from '../../features/seo/redirects.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, foundWith, shown } from '../files/problems.ts';
import { pageAt } from '../site/paths.ts';
import type { Site } from '../site/site.ts';
import { pathExists } from './check-links.ts';

const FILE = 'settings/redirects.json';

/** Reports rows of the table of old addresses that lead nowhere, lead back, stand twice or are never used. */
export function checkRedirects({ settings }: Pick<Content, 'settings'>, site: Site): ContentProblem[] {
  const { redirects } = settings.redirects;
  const keys = redirects.map(({ from }) => addressKey(from));
  return redirects.flatMap((row, at) => {
    const { from, below, to } = row;
    const report = (severity: 'error' | 'warn', field: 'from' | 'to', allowed: string) =>
      foundWith(
        severity,
        'link',
      )({
        file: FILE,
        field: `redirects[${at}].${field}`,
        path: ['redirects', at, field],
        found: shown(row[field]),
        allowed,
      });
    const first = keys.indexOf(keys[at] ?? '');
    if (first < at) return report('error', 'from', `row ${first + 1} has this path too: keep one of them`);
    if (!below && pageAt(from.split('?')[0] ?? '', site) === from)
      return report('warn', 'from', 'a page of this site has this path, so this row is never used: take it away');
    if (leadsBack(row, redirects)) return report('error', 'to', 'this row leads back to itself: name another path');
    const isLost = to?.startsWith('/') && !pathExists(to, site) && !redirectFor(redirects, to);
    return isLost ? report('warn', 'to', 'no page of this site has this path') : [];
  });
}

/** Whether who follows a row, and the rows to which it leads, comes to the same row again. */
function leadsBack(row: Redirect, redirects: readonly Redirect[]): boolean {
  const seen = new Set<Redirect>();
  for (let at: Redirect | null = row; at?.to?.startsWith('/'); at = redirectFor(redirects, at.to)) {
    if (seen.has(at)) return at === row;
    seen.add(at);
  }
  return false;
}
