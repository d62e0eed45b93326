import { wordingIn } from '../../features/property/advert.ts';
import type { WordingKind } from '../../features/property/settings.ts';
import type { LabelKey } from '../../i18n/label-key.ts';
import { type Memory, remembered } from '../../platform/files/remembered.ts';
import { recordOf } from '../../platform/values/values.ts';
import type { Content } from '../content.ts';
import { type ContentProblem, shown } from '../files/problems.ts';

/** The texts of an advert that visitors read. */
const TEXTS = ['TypeDescription', 'DescriptionA', 'DescriptionB', 'EasySummary'] as const;

const WHY: Readonly<Record<WordingKind, { words: string; label: LabelKey }>> = {
  ground: {
    words: 'this excludes people by a ground that the law protects; say what the property offers instead',
    label: 'FINDING_WORDING_GROUND',
  },
  income: {
    words: 'this excludes people by the source of their income; after a viewing their income may be asked',
    label: 'FINDING_WORDING_INCOME',
  },
  energy: {
    words: 'nothing proves this claim about energy; state the score of the certificate instead',
    label: 'FINDING_WORDING_ENERGY',
  },
  pending: {
    words: 'a certificate that is on its way counts as absent; publish when it is there',
    label: 'FINDING_WORDING_PENDING',
  },
};

/** Warns of words in adverts that discriminate or mislead, with the reason and its source. It never blocks. */
export function checkWording({ properties, projects, settings }: Content): ContentProblem[] {
  const { rules } = settings.wording;
  if (rules.length === 0) return [];
  const problemsIn = (file: string, advert: Partial<Record<string, unknown>>) =>
    TEXTS.flatMap((field) =>
      Object.entries(recordOf(advert[field])).flatMap(([language, text]) =>
        wordingIn(String(text), language.toLowerCase(), rules).map(({ words, rule }): ContentProblem => {
          const { words: why, label } = WHY[rule.kind];
          return {
            ...{ severity: 'warning', kind: 'advert', file, field: `${field}.${language}`, path: [field, language] },
            found: shown(words),
            allowed: `${why} (${rule.source}, read on ${rule.checked})`,
            say: { label, values: { words, source: rule.source } },
          };
        }),
      ),
    );
  const adverts = [
    ...properties.map((one) => [`properties/${one.ID}.json`, one] as const),
    ...projects.map((one) => [`projects/${one.ID}.json`, one] as const),
  ];
  return adverts.flatMap(([file, advert]) => remembered(memory, advert, [rules], () => problemsIn(file, advert)));
}

const memory: Memory<ContentProblem[]> = new WeakMap();
