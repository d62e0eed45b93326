import { REGIONS } from '../../features/place/region.ts';
import type { Content } from '../content.ts';
import type { ContentProblem } from '../files/problems.ts';

const FILE = 'settings/costs.json';
const MONTH_MS = 30.44 * 86_400_000;

interface Rule {
  path: (string | number)[];
  source?: string;
  checked: string;
  confirmed?: boolean;
}

/** Every part of the settings that says on which day it was looked up. */
function rulesIn(value: unknown, path: (string | number)[] = []): Rule[] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    rulesIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return isRule(value) ? [{ ...value, path }, ...inner] : inner;
}

const isRule = (value: object): value is Omit<Rule, 'path'> => 'checked' in value;

const fieldOf = (path: readonly (string | number)[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('');

/**
 * Warns of rules about costs that were read too long ago or are not confirmed, and of a deposit above what the law of
 * the region allows. Without `now` the age of the rules is not judged.
 */
export function checkCosts({ settings: { costs, viewings } }: Content, now?: Date): ContentProblem[] {
  const warn = (problem: Omit<ContentProblem, 'severity' | 'kind'>): ContentProblem => ({
    ...{ severity: 'warning', kind: 'value' },
    ...problem,
  });
  const oldest = now && now.getTime() - costs.warnAfterMonths * MONTH_MS;
  const rules = rulesIn(costs).flatMap(({ path, source, checked, confirmed }) => [
    ...(oldest !== undefined && Date.parse(checked) < oldest
      ? [
          warn({
            file: FILE,
            field: fieldOf([...path, 'checked']),
            path: [...path, 'checked'],
            found: checked,
            allowed: `look it up again${source ? ` (${source})` : ''} and write the day of today`,
            say: { label: 'FINDING_COSTS_OLD', values: {} },
          }),
        ]
      : []),
    ...(confirmed === false
      ? [
          warn({
            file: FILE,
            field: fieldOf([...path, 'confirmed']),
            path: [...path, 'confirmed'],
            found: 'false',
            allowed: 'the rule is not used: let a notary confirm it, then write true',
            say: { label: 'FINDING_COSTS_UNCONFIRMED', values: {} },
          }),
        ]
      : []),
  ]);
  const deposits = REGIONS.flatMap((region) => {
    const [asked, most] = [viewings.tenant.depositMonths[region], costs.deposit[region]];
    if (asked === undefined || !most?.confirmed || asked <= most.months) return [];
    return warn({
      file: 'settings/viewings.json',
      field: `tenant.depositMonths.${region}`,
      path: ['tenant', 'depositMonths', region],
      found: String(asked),
      allowed: `at most ${most.months} (${most.source})`,
      say: { label: 'FINDING_DEPOSIT', values: { months: String(most.months) } },
    });
  });
  return [...rules, ...deposits];
}
