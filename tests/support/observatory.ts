import type { IncomingHttpHeaders } from 'node:http';
import { parse } from 'node-html-parser';

/** One rule of the Mozilla Observatory and its points for a response. */
interface Finding {
  rule: string;
  found: string;
  points: number;
}

/** How the Mozilla Observatory would grade a response that came by HTTPS. */
export interface Marks {
  grade: string;
  score: number;
  findings: Finding[];
}

/** What is graded: the headers as node reads them, the body when it is a page. */
export interface Judged {
  headers: IncomingHttpHeaders | Record<string, unknown>;
  text?: string;
}

type Policy = Map<string, Set<string>>;
const BROAD = /^(?:\*|https?:(?:\/\/\*(?:\.\*)?)?|ftp:)$/;
const HALF_A_YEAR_SECONDS = 15_768_000;
const BONUS_FROM = 90;
const PRIVATE_REFERRER = /^(?:no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/;
const GRADES = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
] as const;

/** Grades a response by the published rules and points; what adds points counts only from 90 on. */
export function marksOf({ headers, text = '' }: Judged): Marks {
  const one = (name: string) => [headers[name] ?? ''].flat().join(', ');
  const html = /text\/html/.test(one('content-type'));
  const metas = html ? parse(text).querySelectorAll('meta[http-equiv=content-security-policy]') : [];
  const header = policies(one('content-security-policy'));
  const whole = [...header, ...metas.flatMap((meta) => policies(meta.getAttribute('content') ?? ''))];
  const hsts = Number(/max-age=(\d+)/.exec(one('strict-transport-security'))?.[1] ?? -1);
  const findings = [
    ofPolicy(whole),
    ofCookies([headers['set-cookie'] ?? []].flat().map(String), hsts),
    one('access-control-allow-origin') && one('access-control-allow-credentials')
      ? finding('sharing', 'universal', -50)
      : finding('sharing', 'none', 0),
    ofReferrer(one('referrer-policy')),
    hsts < 0
      ? finding('https only', 'not', -20)
      : finding('https only', `${hsts} seconds`, hsts < HALF_A_YEAR_SECONDS ? -10 : 0),
    ofScripts(html ? text : ''),
    one('x-content-type-options') === 'nosniff' ? finding('types', 'nosniff', 0) : finding('types', 'sniffed', -5),
    ofFrames(header, one('x-frame-options')),
    /^(?:same-origin|same-site|cross-origin)$/.test(one('cross-origin-resource-policy'))
      ? finding('resource policy', one('cross-origin-resource-policy'), 10)
      : finding('resource policy', 'none', 0),
  ];
  const sum = (list: Finding[]) => list.reduce((total, { points }) => total + points, 0);
  const base = 100 + sum(findings.filter(({ points }) => points < 0));
  const score = Math.max(0, base < BONUS_FROM ? base : base + sum(findings.filter(({ points }) => points > 0)));
  return { grade: GRADES.find(([least]) => score >= least)?.[1] ?? 'F', score, findings };
}

const finding = (rule: string, found: string, points: number): Finding => ({ rule, found, points });

/** The policies of a header, apart; a directive that is said twice in one makes it invalid. */
function policies(value: string): Policy[] {
  return value
    .split(',')
    .filter((text) => text.trim())
    .map((text) => {
      const policy: Policy = new Map();
      for (const directive of text.split(';')) {
        const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
        if (name && policy.has(name)) policy.set('invalid', new Set([name]));
        if (name) policy.set(name, new Set(sources.length > 0 ? sources : ["'none'"]));
      }
      return policy;
    });
}

/** What all policies together let a directive load; null when none of them speaks of it. */
function allowed(all: readonly Policy[], name: string): Set<string> | null {
  const said = all.map((policy) => policy.get(name)).filter((sources) => sources !== undefined);
  if (said.length === 0) return null;
  const common = [...(said[0] ?? [])].filter((source) => said.every((sources) => sources.has(source)));
  return new Set(common.length > 0 ? common : ["'none'"]);
}

function ofPolicy(all: readonly Policy[]): Finding {
  const found = (what: string, points: number) => finding('content policy', what, points);
  if (all.length === 0) return found('none', -25);
  if (all.some((policy) => policy.has('invalid'))) return found('invalid', -25);
  const fallback = allowed(all, 'default-src');
  const sourcesOf = (name: string) => {
    const sources = allowed(all, name) ?? fallback ?? new Set(['*']);
    const named = [...sources].some((source) => /^'(?:sha\d+|nonce)-/.test(source));
    // Browsers that know hashes leave out what they make void.
    return [...sources].filter((source) => !(named && source === "'unsafe-inline'"));
  };
  const [script, style, object] = ['script-src', 'style-src', 'object-src'].map(sourcesOf) as [
    string[],
    string[],
    string[],
  ];
  const unsafe = (source: string) => BROAD.test(source) || source === "'unsafe-inline'" || source === 'data:';
  const everything = all.flatMap((policy) =>
    [...policy].flatMap(([name, sources]) => [...sources].map((to) => [name, to])),
  );
  const plain = everything.filter(([, to]) => /^(?:http|ftp):/.test(to ?? ''));
  const isPassive = (name = '') => name === 'img-src' || name === 'media-src';
  if (script.some(unsafe) || object.some((source) => BROAD.test(source))) return found('unsafe scripts', -20);
  if (plain.some(([name]) => !isPassive(name))) return found('code without encryption', -20);
  if ([...script, ...style].includes("'unsafe-eval'")) return found('unsafe eval', -10);
  if (plain.length > 0) return found('pictures without encryption', -10);
  if (style.some(unsafe)) return found('unsafe styles', 0);
  return fallback?.size === 1 && fallback.has("'none'") ? found('default none', 10) : found('nothing unsafe', 5);
}

function ofCookies(cookies: readonly string[], hsts: number): Finding {
  const found = (what: string, points: number) => finding('cookies', what, points);
  if (cookies.length === 0) return found('none', 0);
  // The Observatory knows sessions by "login" and "sess"; these are the names of ours.
  const ofSession = (cookie: string) => /^[^=]*(?:login|sess|owner|documents)/i.test(cookie);
  const lacks = (word: RegExp) => cookies.filter((cookie) => !word.test(cookie));
  const insecure = lacks(/;\s*secure/i);
  if (cookies.some((cookie) => /samesite=none/i.test(cookie))) return found('same site none', -20);
  if (lacks(/;\s*httponly/i).some(ofSession)) return found('session that scripts read', -30);
  if (insecure.length > 0 && hsts < 0) return found('not secure', insecure.some(ofSession) ? -40 : -20);
  if (insecure.length > 0) return found('not secure', insecure.some(ofSession) ? -10 : -5);
  return lacks(/;\s*samesite=/i).length > 0 ? found('secure', 0) : found('secure, of this site', 5);
}

function ofReferrer(value: string): Finding {
  if (!value) return finding('referrer', 'not said', 0);
  const last = value.split(',').at(-1)?.trim() ?? '';
  return finding('referrer', last, PRIVATE_REFERRER.test(last) ? 5 : -5);
}

function ofScripts(html: string): Finding {
  const foreign = parse(html)
    .querySelectorAll('script[src]')
    .filter((script) => /^(?:https?:)?\/\//.test(script.getAttribute('src') ?? ''));
  const bare = foreign.filter((script) => !script.getAttribute('integrity'));
  const plain = bare.some((script) => !script.getAttribute('src')?.startsWith('https:'));
  return finding('foreign scripts', String(foreign.length), plain ? -50 : bare.length > 0 ? -5 : 0);
}

function ofFrames(header: readonly Policy[], xFrame: string): Finding {
  const ancestors = allowed(header, 'frame-ancestors');
  if (ancestors && ![...ancestors].some((source) => BROAD.test(source))) return finding('frames', 'by policy', 5);
  return /^(?:deny|sameorigin)$/i.test(xFrame) ? finding('frames', xFrame, 0) : finding('frames', 'anybody', -20);
}
