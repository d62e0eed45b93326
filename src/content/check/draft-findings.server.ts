import type * as z from 'zod';
import { withHiddenAddress } from '../../features/property/hidden-address.ts';
import type { Project } from '../../features/property/project.ts';
import type { Property } from '../../features/property/property.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { isKeyOf, recordOf } from '../../platform/values/values.ts';
import type { Content } from '../content.ts';
import type { ContentKindName } from '../fields/content-kind.ts';
import { placeOf } from '../fields/pointer.ts';
import type { Finding } from '../fields/posted-form.ts';
import { addressProblems } from '../files/address-problems.ts';
import { checkReferences } from '../files/check-references.server.ts';
import { parseContent } from '../files/content-schemas.server.ts';
import type { ContentProblem, ProblemKind } from '../files/problems.ts';
import { pathOf } from '../files/schema-problems.server.ts';
import { checkLanguages } from './check-languages.ts';
import { checkProperties } from './check-properties.ts';
import { checkTexts } from './check-texts.ts';

const OF_KIND: Readonly<Partial<Record<ProblemKind, LabelKey>>> = {
  reference: 'FINDING_REFERENCE',
  picture: 'FINDING_PICTURE',
  energy: 'FINDING_ENERGY',
  condition: 'FINDING_CONDITION',
  link: 'FINDING_LINK',
  duplicate: 'FINDING_DUPLICATE',
  advert: 'FINDING_ADVERT_DATA',
};

/**
 * What is wrong with a content file that holds this data, whether it is saved or not. `around` is the other content;
 * without it only the schema is asked.
 */
export function draftFindings(file: string, data: unknown, around: Content | null, contentDir: string): Finding[] {
  const result = parseContent(file, data, { reportInput: true });
  if (!result) return [];
  if (!result.success) return result.error.issues.map((issue) => findingOfIssue(issue));
  const content = around && contentWith(around, file, result.data);
  if (!content) return [];
  const problems = [
    ...checkReferences(content, contentDir),
    ...checkLanguages(content),
    ...checkTexts(content),
    ...(/^(?:properties|projects)\//.test(file) ? addressProblems(result.data as Property | Project) : []),
    ...(file.startsWith('properties/') ? checkProperties(content) : []),
  ];
  return problems.filter((problem) => problem.file === file).map(findingOf);
}

/**
 * The number of findings of each of these things, by its file, or by file and row: `cities.json 12`. Properties are
 * those that are given; of the other kinds `around` holds all.
 */
export function checkFiles(
  kind: ContentKindName,
  things: readonly { file: string; row: number | null; data: unknown }[],
  around: Content | null,
): Map<string, number> {
  const counts = new Map<string, number>();
  const count = (key: string, more = 1) => counts.set(key, (counts.get(key) ?? 0) + more);
  const valid: unknown[] = [];
  for (const { file, row, data } of things) {
    const result = parseContent(file, row === null ? data : [data]);
    if (result?.success) valid.push(result.data);
    else count(row === null ? file : `${file} ${row}`, result?.error.issues.length ?? 1);
  }
  if (!around || things.length === 0) return counts;
  const isProperties = kind === 'properties';
  const content = { ...around, properties: isProperties ? (valid as Content['properties']) : [] };
  const files = new Set(things.map(({ file }) => file));
  const problems = [
    ...checkLanguages(content),
    ...checkTexts(content),
    ...(isProperties || kind === 'projects' ? (valid as (Property | Project)[]).flatMap(addressProblems) : []),
    ...(isProperties ? checkProperties(content) : []),
  ];
  for (const problem of problems) {
    if (!files.has(problem.file)) continue;
    const [first] = problem.path ?? pathOf(problem.field);
    count(typeof first === 'number' ? `${problem.file} ${first}` : problem.file);
  }
  return counts;
}

/** A problem of the content check as a finding of its field. */
export function findingOf(problem: ContentProblem): Finding {
  const { severity, kind, found } = problem;
  const place = problem.path ?? pathOf(problem.field);
  if (problem.say) return { place, severity, ...problem.say };
  // What refers to nothing was left out.
  if (found === 'nothing') return { place, severity, label: 'FINDING_REQUIRED', values: {} };
  return { place, severity, label: (kind && OF_KIND[kind]) ?? 'FINDING_FORMAT', values: { found } };
}

/** The content with another state of one file; null for a file whose data is not part of it. */
export function contentWith(around: Content, file: string, data: unknown): Content | null {
  const [, folder = ''] = /^(.*)\/[^/]+$/.exec(file) ?? [];
  const replaced = <T>(all: readonly T[], isSame: (one: T) => boolean): T[] => [
    ...all.filter((one) => !isSame(one)),
    data as T,
  ];
  const { id, ID, n } = recordOf(data);
  switch (folder) {
    case 'properties':
      return {
        ...around,
        properties: replaced(around.properties, (one) => one.ID === ID).map((one) => withHiddenAddress(one).shown),
      };
    case 'projects':
      return {
        ...around,
        projects: replaced(around.projects, (one) => one.ID === ID).map((one) => withHiddenAddress(one).shown),
      };
    case 'menu':
      return { ...around, pages: replaced(around.pages, (one) => one.id === id) };
    case 'articles':
      return { ...around, articles: replaced(around.articles, (one) => one.id === id) };
    case 'category/team':
      return { ...around, members: replaced(around.members, (one) => one.id === id) };
    case 'testimonials':
      return { ...around, testimonials: replaced(around.testimonials, (one) => one.n === n) };
    case 'settings': {
      const name = file.slice('settings/'.length, -'.json'.length);
      return { ...around, settings: { ...around.settings, [name]: data } };
    }
    default:
      break;
  }
  return isKeyOf(WHOLE_FILES, file) ? { ...around, [WHOLE_FILES[file]]: data } : null;
}

/** Files that are a part of the content as a whole. */
const WHOLE_FILES = {
  'routes.json': 'routes',
  'cities.json': 'cities',
  'property-types.json': 'propertyTypes',
} as const satisfies Record<string, keyof Content>;

const FORMATS: Readonly<Record<string, LabelKey>> = {
  email: 'VALIDATION_EMAIL',
  url: 'FINDING_URL',
  date: 'FINDING_DATE',
};

/** An issue of a schema as a finding. */
function findingOfIssue(issue: z.core.$ZodIssue): Finding {
  const finding = (label: LabelKey, values: Finding['values'] = {}): Finding => ({
    place: placeOf(issue.path),
    severity: 'error',
    label,
    values,
  });
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return finding('FINDING_REQUIRED');
      if (issue.expected === 'number') return finding('FINDING_NUMBER');
      return issue.expected === 'int' ? finding('FINDING_WHOLE') : finding('FINDING_FORMAT');
    case 'too_small':
      return issue.origin === 'number'
        ? finding('FINDING_AT_LEAST', { number: Number(issue.minimum) })
        : finding('FINDING_REQUIRED');
    case 'too_big':
      return finding('FINDING_AT_MOST', { number: Number(issue.maximum) });
    case 'invalid_value':
      return finding('FINDING_CHOICE');
    case 'invalid_format':
      return finding(FORMATS[issue.format] ?? 'FINDING_FORMAT');
    case 'unrecognized_keys':
      return finding('FINDING_UNKNOWN', { field: issue.keys.join(', ') });
    default:
      return finding('FINDING_FORMAT');
  }
}
