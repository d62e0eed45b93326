import { join } from 'node:path';
import { RETENTION_SETTINGS } from '../../../domain/personal-data.ts';
import { openMediaIndex } from '../../platform/media/media-index.ts';
import type { Content } from '../content/content.ts';
import type { ContentProblem } from '../content/content-problem.ts';
import { placeProblems } from '../content/problem-positions.ts';
import { type ContentReading, readContent } from '../content/read-content.ts';
import { siteOfContent } from '../site/catalogue.ts';
import { checkDuplicates } from './check-duplicates.ts';
import { checkFiles } from './check-files.ts';
import { checkLabels } from './check-labels.ts';
import { checkLanguages } from './check-languages.ts';
import { checkLinks } from './check-links.ts';
import { checkPageTypes } from './check-page-types.ts';
import { checkPictures } from './check-pictures.ts';
import { checkProperties } from './check-properties.ts';

/** Reads a content folder and reports every problem in it, unreadable pictures and unused files included. */
export async function checkContent({
  contentDir,
  dataDir,
}: {
  contentDir: string;
  dataDir: string;
}): Promise<ContentReading> {
  const { content, readable, problems } = readContent(contentDir);
  if (readable) {
    const { enabledLanguages } = readable.settings.site;
    problems.push(
      ...checkLabels(contentDir, enabledLanguages),
      ...checkLanguages(readable),
      ...checkProperties(readable),
      ...checkPrivacy(readable),
    );
    // URLs can only be built from content whose references are valid.
    if (content) {
      const site = siteOfContent(content);
      problems.push(...checkDuplicates(content, site), ...checkLinks(content, site), ...checkPageTypes(content));
    }
    const index = openMediaIndex({ mediaDir: join(contentDir, 'media'), dataDir });
    // Reading the content already reports missing pictures.
    const missing = new Set(
      problems.filter(({ kind }) => kind === 'picture').map(({ file, field }) => `${file} ${field}`),
    );
    const pictures = await checkPictures(readable, index);
    await index.close();
    problems.push(...pictures.filter(({ file, field }) => !missing.has(`${file} ${field}`)));
    // A file that could not be read may use any other file, so unused files are unknown.
    const isWhole = !problems.some(
      ({ kind, file }) => ['json', 'field', 'value'].includes(kind ?? '') && !file.startsWith('labels/'),
    );
    if (isWhole) problems.push(...checkFiles(readable, contentDir));
  }
  const isWrong = problems.some(({ severity }) => severity === 'error');
  return { content: isWrong ? null : content, readable, problems: placeProblems(problems, contentDir) };
}

const ARTICLE = 'privacy-statement';

/** Reports a privacy statement that does not say how long the service keeps each kind of personal data. */
export function checkPrivacy({ articles }: Pick<Content, 'articles'>): ContentProblem[] {
  const statement = articles.find(({ id }) => id === ARTICLE);
  return Object.entries(statement?.content ?? {}).flatMap(([language, text]): ContentProblem[] => {
    const missing = RETENTION_SETTINGS.filter((name) => !String(text).includes(`{${name}}`));
    if (missing.length === 0) return [];
    return [
      {
        severity: 'warning',
        kind: 'value',
        file: `articles/${ARTICLE}.json`,
        field: `content.${language}`,
        found: `no ${missing.map((name) => `{${name}}`).join(', ')}`,
        allowed: 'name each time of "retention" in settings/forms.json: the page shows the number there',
      },
    ];
  });
}
